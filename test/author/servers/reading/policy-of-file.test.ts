/** Files that people have → a policy by names and paths, and the lines that are not in it. */
import { describe, expect, test } from 'vitest'
import { policyOfFile } from '../../../../src/author/servers/reading/policy-of-file.ts'

const BESIDE: Readonly<Record<string, string>> = { 'bots.txt': '# bots\nGPTBot\nCCBot\n' }

function read(text: string) {
  const found = policyOfFile(text, (path) => BESIDE[path.split('/').at(-1)!] ?? null)
  if (found === null) return null
  const { server, unread } = found
  return {
    server,
    policy: found.text.replace(/\n+User-agent: \*\nDisallow:\n$/, ''),
    unread: unread.map(({ line, text }) => `${line}: ${text}`),
  }
}

const CLOSED = 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /'

describe('the lists of ai.robots.txt', () => {
  test.each([
    [
      'nginx',
      "set $block 0;\n\nif ($http_user_agent ~ '\\\\b(GPTBot|CCBot)\\\\b') {\n    set $block 1;\n}\n\nif ($request_uri = '/robots.txt') {\n    set $block 0;\n}\n\nif ($block) {\n    return 403;\n}\n",
    ],
    [
      'Apache',
      'RewriteEngine On\nRewriteCond %{HTTP_USER_AGENT} (\\b(GPTBot|CCBot)\\b) [NC]\nRewriteRule !^/?robots\\.txt$ - [F]\n',
    ],
    ['Caddy', '@aibots {\n\theader_regexp User-Agent "\\b(GPTBot|CCBot)\\b"\n}\n'],
    [
      'lighttpd',
      '$HTTP["url"] != "/robots.txt" { $HTTP["user-agent"] =~ "\\b(GPTBot|CCBot)\\b" { url.access-deny = ( "" ) } }\n',
    ],
    ['a list of names', 'GPTBot\nCCBot\n'],
  ])('in %s', (server, text) => {
    expect(read(text)).toEqual({ server, policy: CLOSED, unread: [] })
  })
})

describe('other files', () => {
  test.each([
    [
      'nginx',
      'map $http_user_agent $bad {\n  default 0;\n  "~*(?:\\b)GPTBot(?:\\b|)" 3;\n  ~*ccbot|openbot 3;\n  ~*openbot 0;\n}\nserver {\n  if ($bad = \'3\') { return 444; }\n}\n',
      'User-agent: GPTBot\nUser-agent: ccbot\nUser-agent: openbot\nDisallow: /',
    ],
    [
      'nginx',
      'server {\n  location /api/ { if ($http_user_agent ~* (GPTBot|CCBot)) { return 403; } }\n  location ~* \\.(pdf|zip)$ { if ($http_user_agent ~ "Bytespider") { return 403; } }\n}\n',
      'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /api/\n\nUser-agent: Bytespider\nDisallow: /*.pdf$\nDisallow: /*.zip$',
    ],
    [
      'Apache',
      'BrowserMatchNoCase "(?:\\b)Googlebot(?:\\b)" good_bot\nBrowserMatchNoCase "(?:\\b)GPTBot(?:\\b)" bad_bot\nSetEnvIfNoCase User-Agent "^CCBot" bad_bot\n<RequireAll>\n  Require all granted\n  Require not env bad_bot\n</RequireAll>\n',
      CLOSED,
    ],
    [
      'Apache',
      'SetEnvIfNoCase User-Agent "GPTBot|CCBot" bot\nOrder Allow,Deny\nAllow from all\nDeny from env=bot\n',
      CLOSED,
    ],
    [
      'Apache',
      'RewriteCond %{HTTP_USER_AGENT} GPTBot [NC,OR]\nRewriteCond %{HTTP_USER_AGENT} ^CCBot\nRewriteCond %{REQUEST_URI} ^/private/\nRewriteRule .* - [F,L]\n',
      'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /private/',
    ],
    [
      'Apache',
      '<If "%{HTTP_USER_AGENT} =~ /GPTBot|CCBot/i && %{REQUEST_URI} !~ m#^/open/#">\n  Require all denied\n</If>\n',
      `${CLOSED}\nAllow: /open/`,
    ],
    [
      'HAProxy',
      'frontend web\n  acl bots hdr_sub(user-agent) -i -f /etc/haproxy/bots.txt\n  acl robots path /robots.txt\n  http-request deny deny_status 403 if bots !robots\n',
      CLOSED,
    ],
    [
      'HAProxy',
      'frontend web\n  http-request deny if { path_beg /private/ } { hdr_reg(user-agent) -i (gptbot|ccbot) }\n',
      'User-agent: gptbot\nUser-agent: ccbot\nDisallow: /private/',
    ],
    [
      'Caddy',
      'example.com {\n  @bots {\n    header_regexp User-Agent (?i)(GPTBot|CCBot)\n    not path /robots.txt /open/*\n  }\n  respond @bots "no" 403\n  reverse_proxy localhost:1\n}\n',
      `${CLOSED}\nAllow: /open/`,
    ],
    [
      'Cloudflare',
      '(http.user_agent contains "GPTBot") or\n(http.user_agent contains "CCBot" and not http.request.uri.path eq "/robots.txt")\n',
      CLOSED,
    ],
    [
      'Cloudflare',
      '{"result": {"rules": [{"action": "block", "expression": "lower(http.user_agent) matches \\"gptbot|ccbot\\" and starts_with(http.request.uri.path, \\"/private/\\")"}, {"action": "log", "enabled": false, "expression": "cf.client.bot"}]}}',
      'User-agent: gptbot\nUser-agent: ccbot\nDisallow: /private/',
    ],
  ])('of %s: %j', (server, text, policy) => {
    expect(read(text)).toMatchObject({ server, policy })
  })

  test('what crawlers in general are refused is what `*` is', () => {
    const text = 'if ($http_user_agent ~* "bot|crawler|spider") { return 403; }\n'
    expect(policyOfFile(text, () => null)!.text).toBe('User-agent: *\nDisallow: /\n')
  })

  test('lines that a policy does not say are listed', () => {
    const text =
      'geo $bad_ip { default 0; 192.0.2.0/24 1; }\ndeny 192.0.2.1;\nif ($http_referer ~* spam) { return 403; }\nif ($http_user_agent ~* (GPTBot|msie|Fo+[0-9]x)) { return 403; }\ninclude bad.conf;\n'
    expect(read(text)).toMatchObject({
      policy: 'User-agent: GPTBot\nDisallow: /',
      unread: [
        '1: geo $bad_ip',
        '2: deny 192.0.2.1',
        '3: if ($http_referer ~* spam)',
        '4: an expression of which some names cannot be listed',
        '4: `msie` is a word that browsers send, too',
        '5: include bad.conf',
      ],
    })
  })

  test('what people are refused, too, is no rule', () => {
    const found = policyOfFile(
      'location /admin/ { return 403; }\nif ($http_user_agent ~ GPTBot) { return 403; }\n',
      () => null,
    )!
    expect(found.text).toContain('User-agent: GPTBot\nDisallow: /\n')
    expect(found.notes).toEqual(['people are refused /admin/, too: that is no rule for crawlers'])
  })

  test.each(['', 'User-agent: *\nDisallow: /x\n', 'hello\nworld\n', '{"a": 1}', '<html>\n'])(
    '%j is none',
    (text) => {
      expect(policyOfFile(text, () => null)).toBeNull()
    },
  )
})
