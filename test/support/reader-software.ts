/**
 * Headers of feed readers, podcast clients, federated servers, fetchers of previews and citations, and monitors, as their
 * own source or their operator's page writes them; hosts and versions are examples. None may become a crawler (I5).
 */
export const READER_SOFTWARE: Readonly<Record<string, readonly string[]>> = {
  'https://github.com/mastodon/mastodon': [
    'Mastodon/4.4.3 (http.rb/5.3.1; +https://mastodon.example/)',
    'Mastodon/4.4.3 (http.rb/5.3.1; +https://mastodon.example/) Bot',
    'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.example/) Bot',
  ],
  'https://git.pleroma.social/pleroma/pleroma': [
    'Pleroma 2.9.1; https://pleroma.example <admin@pleroma.example>',
    'Pleroma 2.9.1; https://pleroma.example <admin@pleroma.example>; Bot',
    // A fork under a name of its own.
    'Rebased 2.7.0; https://social.example <admin@social.example>; Bot',
  ],
  'https://akkoma.dev/AkkomaGang/akkoma': ['Akkoma 3.15.2; https://akkoma.example <admin@akkoma.example>; Bot'],
  'https://github.com/misskey-dev/misskey': ['Misskey/2025.9.0 (https://misskey.example)'],
  'https://github.com/misskey-dev/summaly': [
    'SummalyBot/5.2.3',
    'Mozilla/5.0 (compatible; SummalyBot/5.1.0; +https://github.com/misskey-dev/summaly/blob/master/README.md)',
  ],
  'https://github.com/Chocobozzz/PeerTube': ['PeerTube/7.3.0 (+https://peertube.example)'],
  'https://github.com/LemmyNet/lemmy': ['Lemmy/0.19.13; +https://lemmy.example'],
  'https://github.com/ernestwisniewski/kbin': ['kbinBot v0.1 - https://kbin.pub'],
  'https://github.com/MbinOrg/mbin': ['MbinBot v1.8.2 - https://mbin.example'],
  'https://codeberg.org/superseriousbusiness/gotosocial': ['gotosocial/0.19.1 (+https://gts.example)'],
  'https://github.com/friendica/friendica': [
    "Friendica 'Interrupted Fern' 2024.12-1571; https://friendica.example",
    'Mozilla/5.0 (compatible; Friendica)',
  ],
  'https://github.com/pixelfed/pixelfed': ['(Pixelfed/0.12.5; +https://pixelfed.example)'],
  'https://github.com/writefreely/writefreely': ['Go (WriteFreely/0.15.1; +https://write.example/)'],
  'https://dev.funkwhale.audio/funkwhale/funkwhale': ['python-requests (funkwhale/1.4.0; +https://funkwhale.example)'],
  'https://github.com/bookwyrm-social/bookwyrm': ['BookWyrm (BookWyrm/0.7.5; +https://bookwyrm.example)'],
  'https://github.com/bluesky-social/social-app': [
    'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  ],
  'https://github.com/element-hq/synapse': [
    'Synapse (bot; +https://github.com/matrix-org/synapse)',
    'Synapse (bot; UrlPreviewBot; +https://github.com/matrix-org/synapse)',
  ],
  'https://github.com/progval/Limnoria': ['Limnoria UrlPreviewBot'],
  'https://github.com/thelounge/thelounge': [
    'Mozilla/5.0 (compatible; The Lounge IRC Client; +https://github.com/thelounge/thelounge) facebookexternalhit/1.1 Twitterbot/1.0',
  ],
  'https://github.com/mattermost/mattermost': ['Mattermost-Bot/1.1', 'mattermost-bot/4.1'],
  'https://github.com/nextcloud/server': [
    'Nextcloud Server Crawler',
    'Nextcloud-Server-Crawler/33.0.0',
    'Nextcloud-Server-Crawler/33.0.0; +https://cloud.example',
  ],
  'https://github.com/owncloud/core': ['ownCloud Server Crawler'],
  'https://github.com/zulip/zulip': ['Mozilla/5.0 (compatible; ZulipURLPreview/11.1; +https://zulip.example)'],
  'https://github.com/revoltchat/january': [
    'Mozilla/5.0 (compatible; January/1.0; +https://github.com/revoltchat/january)',
  ],
  'https://github.com/discourse/discourse': ['Discourse Forum Onebox v3.5.0'],
  'https://api.slack.com/robots': [
    'Slackbot 1.0 (+https://api.slack.com/robots)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
  ],
  'https://discord.com': ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  'https://core.telegram.org': ['TelegramBot (like TwitterBot)'],
  'https://www.linkedin.com': ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  'https://developers.snap.com/robots': ['Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
  'https://github.com/miniflux/v2': ['Mozilla/5.0 (compatible; Miniflux/2.2.12; +https://miniflux.app)'],
  'https://github.com/FreshRSS/FreshRSS': [
    'FreshRSS/1.27.0 (Linux; https://freshrss.org)',
    'Mozilla/5.0 (compatible; FreshRSS/1.20.1; +https://freshrss.org)',
  ],
  'https://tt-rss.org': ['Tiny Tiny RSS/25.01 (https://tt-rss.org/)'],
  'https://www.newsblur.com': ['NewsBlur Feed Fetcher - 12 subscribers - http://www.newsblur.com/site/1/example'],
  'https://www.feedspot.com/fs/fetcher': [
    'Mozilla/5.0 (compatible; Feedspotbot/1.0; +https://www.feedspot.com/fs/fetcher; like FeedFetcher-Google)',
  ],
  'https://superfeedr.com': ['Superfeedr bot/2.0 http://superfeedr.com - Make your feeds realtime: get in touch'],
  'https://github.com/simplepie/simplepie': ['SimplePie/1.8.0 (Feed Parser; http://simplepie.org; Allow like Gecko)'],
  'https://github.com/Athou/commafeed': ['CommaFeed/4.6.0 (https://github.com/Athou/commafeed)'],
  'https://github.com/nkanaev/yarr': ['Yarr/2.5 (+https://github.com/nkanaev/yarr)'],
  'https://github.com/gpodder/gpodder': ['gPodder/3.11.5 (http://gpodder.org/) Linux'],
  'https://github.com/AntennaPod/AntennaPod': ['AntennaPod/3.9.0'],
  'https://podcastaddict.com': ['PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)'],
  'https://overcast.fm': ['Overcast/1.0 Podcast Sync (123 subscribers; feed-id=456; +http://overcast.fm/)'],
  'https://pocketcasts.com': ['Pocket Casts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)'],
  'https://www.pandora.com': ['PandoraRSSCrawler/1.0 (podcastpartnerships@pandora.com)'],
  'https://www.newzcrawler.com': [
    'NewzCrawler/1.9 (compatible; MSIE 6.00; Newz Crawler 1.9; http://www.newzcrawler.com/ )',
  ],
  'https://uptimerobot.com': ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  'https://hetrix.tools': ['HetrixTools Uptime Monitoring Bot. https://hetrix.tools/uptime-monitoring-bot.html'],
  'https://betterstack.com': [
    'Better Uptime Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  'https://docs.appsignal.com': ['AppSignalBot/1.0 (+https://appsignal.com)'],
  'https://www.radiomast.io': ['RocketMonitorBot/1.0 ( https://www.radiomast.io)'],
  'https://github.com/phpservermon/phpservermon': [
    'Mozilla/5.0 (compatible; phpservermon/3.5.2; +https://www.phpservermonitor.org)',
  ],
  'https://www.cloudflare.com': [
    'Mozilla/5.0 (compatible;Cloudflare-Healthchecks/1.0;+https://www.cloudflare.com/; healthcheck-id: abcdef)',
  ],
  'https://www.mediawiki.org/wiki/Citoid': [
    'Citoid (Wikimedia tool; learn more at https://www.mediawiki.org/wiki/Citoid)',
    'ZoteroTranslationServer/WMF (mailto:noc@wikimedia.org)',
  ],
  'https://wordpress.org': ['WordPress/6.8.3; https://blog.example; verifying pingback from 192.0.2.1'],
}
