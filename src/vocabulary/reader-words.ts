/**
 * The words that readers' clients send in their User-Agent headers (I1): browsers, in-app browsers, televisions, consoles,
 * text browsers, mail and chat clients. A crawler name that is one of them identifies no crawler.
 *
 * Collected by counting the words of about 39,000 such headers, outside the names of devices. Offline code alone reads this
 * table: what it says of a policy is compiled into the bundle.
 */

/** In lower case; letters, digits, `-` and `_`. */
const WORDS = `
15e148 1password 360browser 360ee 360se 3ds aarch64 abi abrowse acer acoo adobe adobeair aftb aftm afts aftt air
airmail alcatel alexa_toolbar aliapp aliexpress alipay alipayclient alipaydefined aloha alohabrowser 
alpine amaya amazon amazonshopping amazonwebappplatform amd64 america amiga amigaos android androidtv ant
antenna antgalio aol apad api app appid apple applecoremedia applelwebkit applemail applenews appletv
applewebkit applewebkit533 applewebkit534 applewebkit537 appname apps appstore appversion aquamail aquos
aquosbrowser arachne arc arcelik arkweb arm arm64 armv5 armv6l armv7 armv7l armv8l arora aros asu2js asus atlas
avant avast avastsecurebrowser avg avira aweb aweme awesomium bada baidu baiduboxapp baidubrowser baiduhd
barcelona basilisk bat bb10 bbox bdandroid bdapp bdate bdbrowser_i18n becky beos betterbird bidubrowser
bilibili bilibiliapp bing bingsapphire bingweb blackberry blackview blink blisk bluemail bolt bonecho box brave
bravia brew brightsign bropp browser browserng browserosaurus browsh build bush by bytedancewebview
bytefulllocale bytelocale camera camino capacitor carbonyl castro ccleaner ce-html cef cefsharp cello center
centos cfnetwork changhong channel chat cheetah chimera chip chrome chromecast chromium chromodo citrixreceiver
claws cldc client cliqz cloudmusic clr coc coc_coc_browser coccoc code com comet communicator comodo_dragon
compaq compatible compuserve configuration coolnovo cordova core cpu crazy crios criospro crkey cronet cros
crosswalk cubot cursorapp cyanogenmod cyberfox dalvik danger darwin daum daumapps ddg ddwebview debian deepnet
deezer dell density desire desktop dev device dia digext dillo dingtalk directfb discord discover dlnadoc docomo
dolfin dolfin2 dolphin dooble doogee douban douyin downcast dragon dragonfly dreamcast dreampassport drm dsi
dual duckduckgo duolingo dvp ecosia ecosiabrowser edbrowse edg edga edge edgios edgw edison edition electron
element elinks em emacs emacs-w3 embedded emobile eng epic epiphany epoc ericsson espial ethunderbird eudora
evolution eww excel exoplayer exoplayerlib explorer facebook fairemail fairphone falkon fancyplayer fb4a fb_iab
fban fbav fbbd fbbv fbca fbcr fbdm fbdv fbid fbios fblc fbmd fbmf fbop fbpn fbrv fbsn fbss fbsv fedora feedly
fhd figma finlux fire firebird firefox flash flipboard flock floorp fluid flutter focus foma for foxmail freebox
freebsd fuchsia funwebproducts fxios galaxy galeon gamehandler gameoverlay gecko gentoo ggg ghostery git gmail
gnutls goanna google googleapp googleearth googleplay googleplus googletv gpodder granparadiso greenbrowser
groupme groupwise grundig gsa gstreamer gt gtb gtb5 gtb6 gtb7 gtb7.4 gtk gui gunosy gzip haier haiku harmonyos
hbbtv hd hdplussmarttv heytap heytapbrowser hibrowser high hisense hitachi hmd hmscore honor hotjava hp hpwos
htc http https huawei huaweibrowser hulu humax i386 i486 i586 i686 ia64 iab iabmv ibm ibrowse icab iceape icecat
icecoder icedove icedragon iceowl iceweasel iemobile inapp index inettvbrowser infinix infopath insomnia
instabridge instagram instapaper intel internet inverto ionic ios ipad ipados iphone ipod iptv iron itel itunes
j-phone j2me jasmine java javafx javaplatform jdapp jig jssdk jvc k-9 k-meleon k9 k9mail kaios kakaostory
kakaotalk katana kazehakase kddi key khtml kindle kinza klar kmail kmeleon kodi konka konqueror kontact kuaishou
kwai kylo lan land language large lastpass lavf lazada lbbrowser lenovo lephone lg lgbrowser lge libjs librewolf
libvlc libweb libwww libwww-fm liebaofast light lightspeed like line link linkedin linkedinapp links links2
linux linux-gnu lite live livebox lm lm8 locale loewe loh lorentz lotus lotus-notes luakit lumia lunascape luxor
lyft lynx maarjs maau mac mac_powerpc macintosh maemo mail mailspring malc malcjs mapi maple maple2012 masp
matbjs matm mattermost maui maui-browser max maxthon mddc mddr mdds media meego meizu mem meo mercadolibre
mercari messenger messengerforios messengerliteforios metasr metz micromax micromessenger microsoft midori midp
minefield mini miniappenable miniprogram miniprogramenv mips mipsel miui miuibrowser mlng mms mmwebid mmwebsdk
mobile model monazilla morphos mosaic mot mot-a mothra moto motorola mouse mozilla mqqbrowser ms-office ms-rtc
msapphire msie msiemobile msn msnbrowser mso_sdk msoffice musical_ly mutt mxbrowser myie2 mymail mzbrowser nabar
namoroka nativescript nav nav4 naver navigateur navigator ncsa ncsa_mosaic net netbsd netcast netease netflix
netfront netfront-life netpositive netrangemmh netscape netscape6 netsurf nettv nettype networking
networkingextension newsarticle newslite newton nexplayer next nextreaming nexus nintendo nintendobrowser
nintendowifi nokia nokiabrowser nonappstore normal norton notes nothing notion novarra novarra-vision nsplayer
nsurlsession nt nubank nucleus null nw nyxt obigo obsidian oculus oculusbrowser off offbyone office
officeliveconnector officelivepatch okhttp omniweb onebrowser onenote oneplus onion online openbsd
openharmony openssl opentv openwave opera opios oppo oppobrowser opr oprgx opt opx orange orbot orca orca-
android orfox os otter outlook outlook-android outlook-ios ovi ovibrowser p1 p2 palemoon palm palmos panasonic
pandora paypal pc phablet phantom philips philipstv phoenix phoenixbrowser phone phonegap pinduoduo pinterest
pixel planetweb playbook player playstation plex plus pocket podcast podcastaddict podcastrepublic polaris
portalmmm postbox power powerbook powerpc powerpoint ppc ppc64 ppp presto pro process prod
profile protonmail ps2 ps3 ps4 ps5 psp puffin qbcore qbwebviewtype qhd qihoobrowser qnx qq qqbrowser qqtheme qt
qtwebengine qtwebkit quark quest quick quickbrowser quicktime qupzilla qutebrowser qwant qwantbrowser
qwantmobile radio react-native reactnative realme reddit redditandroid redhat redmi region rekonq release retawq
revolut risc-v riscv64 roccat rocket rockmelt roku rokubrowser roundcube rover rv s40ovibrowser s60 safari
safari5525 safari5533 sagem sailfish samsung samsungbrowser samsunginternet samsungtv sanyo satellite scale sch
screen se seamonkey search sec sensor serenityos series40 series60 servo seznam sgh sharp shazam shiira
shiretoko shockwave shopee sidekick sie siemens signal signon siliconplayer silk silk-accelerated simpleuiswitch
sky sky_stb skyfire skype skyworth slack slcc1 slcc2 sleipnir slimbrowser slimjet smart smart-tv smart_tv
smartcast smarthub smarthublink smartnews smarttv smarttva smooz snapchat softbank sogou_explorer
sogoumobilebrowser sogoumse sogousearch solaris songbird sony sonycebrowser sonyericsson soundcloud sparc spark
sparrow sph spicei2i spotify ssl-mm stagefright stainless stargon startpage stb squider ms web html html5 xhtml css ssl odin freespoke blackboard vk_patch steam steamdeck store streaming
sun4u sunos sunrise surf suse sv1 swiftfox swiftweasel switch swt syllable sylpheed symbian symbianos system
sznprohlizec t7 tab tablet taobao tbrowser tbs tcl teams teamsmobile teashark techwood tecno teleca
telecabrowser telegram telegram-android tencent tencenttraveler tesla test the theworld thomson threads threema
thunderbird tidal tiktok tinder titanium tivo tivoos tizen tmall tools tor tor-browser torch toshiba touch
toutiaomicroapp trident trill true tumblr tungsten tutanota tv tvos tvplus twitter twitterandroid u2 u3 u4
ubrowser ubuntu ucbrowser ucmini ucturbo ucweb uhd uid ulefone umidigi unknown untrusted up update upnp
uppayplugin uzbl valve vendor version vestel viber vibermobile vidaa viera vimb vision visionos vita vivaldi
vivo vivobrowser vizio vizios vlc vodafone volley voyager vr vscode w3m walton wap wap-browser wap2 watch
watchfree watchos waterfox wayland web0 web0s webex webkit webomni webos webpositive webster webtv webview
webviewapp wechat wechatdevtools weibo weico weixin whale whalebrowser whaletv whatsapp wifi wifi4 wii wiiu wiko
willcom win win10 win16 win32 win64 win95 win98 winamp windows windows-media-player windowslivemail windowsnt
winmail winnt wire wired wireless wktype wkwebview word wow64 wv wxwidgets wxwork x11 x64 x86 x86_64 xamarin
xbmc xbox xboxone xiaohongshu xiaomi xperia xweb yaanibrowser yaapp_android yabrowser yahoo yahoomobile
yahoomobilemail yandex yandexsearch yandexsearchbrowser yandexsearchwebview yaprofile yasearchapp
yasearchbrowser yjapp-android yjapp-ios yjtop ymail youtube yowser zalo zeasn zen zhihu zhihuhybrid zimbra zoom
zte zum_app zumapp zune zunewp7
`

/** Codes of languages and countries, as headers have them: `en`, `de-DE`, `pt_BR`. */
const LOCALES = `
aa ar be br ca cn co da de el en es eu fa fr gb he id ie in it ja jp ka ko kr la lt mi my nb nl no oc pa pl ps
pt ro ru sa sv ta tk tr ts tw ua uk ur us uz vi zh
`

const READER_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
const LOCALE_CODES: ReadonlySet<string> = new Set(LOCALES.trim().split(/\s+/))

/**
 * Words of readers' headers that are crawlers' names as well. Such a name matches as a whole product, outside browsers'
 * headers (I1). A test holds that the registry knows each of them.
 */
export const SHARED_NAMES: ReadonlySet<string> = new Set(
  '008 bw freespoke odin coccoc daum feedly fetch fluid instapaper java libwww ng notion paypal pinterest tumblr viber wayback whatsapp'.split(
    ' ',
  ),
)

/** Whether a name identifies no crawler: browsers send it, or it is a number or a single letter (I1). Lower case. */
export function isReadersName(name: string): boolean {
  const words = name.split(/[^a-z0-9_-]+/).filter((word) => word !== '')
  return words.length > 0 && /^[\0-\x7f]*$/.test(name) && words.every(isReadersWord)
}

/** Whether a name is a number or a single letter: it matches no header but that consists of it alone (I1). */
export function isLetterOrNumber(name: string): boolean {
  return !SHARED_NAMES.has(name) && /^(?:[a-z]|[0-9]+)$/.test(name)
}

function isReadersWord(word: string): boolean {
  if (SHARED_NAMES.has(word)) return false
  if (/^(?:[a-z]|v?[0-9_-]+|[_-])$/.test(word) || READER_WORDS.has(word) || LOCALE_CODES.has(word)) return true
  const parts = word.split(/[-_]/)
  return parts.length === 2 && parts.every((part) => LOCALE_CODES.has(part))
}
