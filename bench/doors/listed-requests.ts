/**
 * Requests to the five files of ai.robots.txt: by kind, what is asked with which User-Agent lines.
 */

export interface ListedRequest {
  /** As the table shows it. */
  readonly shown: string
  readonly line: string
  readonly agents: readonly string[]
}

export interface Kind {
  readonly title: string
  readonly requests: readonly ListedRequest[]
}

const CODE =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.95.3 Chrome/128.0 Electron/32.2 Safari/537.36'
const OPERATOR = 'Mozilla/5.0 (Linux; Android 13; Operator) AppleWebKit/537.36 Mobile Safari/537.36'

function agents(title: string, ...all: readonly string[]): Kind {
  return { title, requests: all.map(named) }
}

function named(agent: string): ListedRequest {
  return request(`\`${agent}\``, [agent])
}

function request(shown: string, lines: readonly string[], line = 'GET /page'): ListedRequest {
  return { shown, line, agents: lines }
}

function robots(line: string, shown = line.replace('GET ', '')): ListedRequest {
  return request(`\`${shown}\``, ['GPTBot/1.2'], line)
}

export const KINDS: readonly Kind[] = [
  agents(
    'A crawler that is listed',
    'GPTBot/1.2',
    'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'ClaudeBot/1.0',
    'CCBot/2.0',
    'Bytespider',
    'ChatGPT Agent',
    'Applebot-Extended',
  ),
  agents(
    'The same in another letter case, or with two spaces',
    'gptbot',
    'GPTBOT/1.2',
    'bytespider',
    'claudebot/1.0',
    'PERPLEXITYBOT',
    'ChatGPT  Agent',
  ),
  agents(
    'A name with more letters',
    'xGPTBot',
    'GPTBot2',
    'GPTBot_x',
    'my-GPTBot',
    'GPTBot-x',
    'Baiduspider',
    'MySpider/1.0',
  ),
  {
    title: 'A person’s program',
    requests: [
      request('VS Code’s browser', [CODE]),
      request('an app on a phone of the model `Operator`', [OPERATOR]),
      ...['code', 'Xcode/15.0', 'KAYAK/100.0 (iPhone; iOS 17.0)', 'Traefik/3.0'].map(named),
      request('a reader whose address has `/GPTBot/`', ['MyReader/1.0 (+https://x.test/GPTBot/)']),
      request('Firefox', [
        'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ]),
      request('curl', ['curl/8.5.0']),
    ],
  },
  {
    title: 'GPTBot asks for robots.txt',
    requests: [
      ...['GET', 'HEAD', 'POST'].map((method) =>
        robots(`${method} /robots.txt`, `${method} /robots.txt`),
      ),
      ...[
        'http://site.test/robots.txt',
        '/robots.txt?x',
        '/robots.txt?',
        '//robots.txt',
        '/%72obots.txt',
        '/./robots.txt',
        '/a/../robots.txt',
        '/robots%2Etxt',
        '/robots.txt#x',
      ].map((target) => robots(`GET ${target}`)),
    ],
  },
  {
    title: 'GPTBot asks for what is not robots.txt',
    requests: ['/ROBOTS.TXT', '/robots.txt/', '/robots.txt;x', '/a/robots.txt', '/robots.txtx'].map(
      (target) => robots(`GET ${target}`),
    ),
  },
  {
    title: 'Header lines',
    requests: [
      request('`Mozilla`, then `GPTBot`', ['Mozilla', 'GPTBot']),
      request('`GPTBot`, then `Mozilla`', ['GPTBot', 'Mozilla']),
      request('an octet beyond ASCII before `GPTBot`', ['\xe9GPTBot']),
      request('an octet beyond ASCII behind `GPTBot`', ['GPTBot\xe9']),
      request('`GPTBot` behind 3,000 letters', [`${'x'.repeat(3000)} GPTBot`]),
      request('no header', []),
      request('an empty header', ['']),
    ],
  },
]
