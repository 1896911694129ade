/** Servers of Debian with the files that `acap convert` writes, in front of a page; and requests to them, byte for byte. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type TcpNetConnectOpts } from 'node:net'
import { join } from 'node:path'
import type { PrintedFile } from '../../../src/author/servers/printers/printed.ts'
import { nginxFolders } from '../debian.ts'
import { scratch, started } from '../doors/servers.ts'
import { freePort } from '../edge/workerd.ts'

export interface ExportedServer {
  readonly name: string
  /** Its package. */
  readonly program: string
  /** Writes the files into a folder and starts it for the length of a test; gives its port. */
  start(files: readonly PrintedFile[], folder: string): Promise<number>
}

export const EXPORTED_SERVERS: readonly ExportedServer[] = [
  {
    name: 'nginx',
    program: 'nginx-light',
    start: async (files, folder) => {
      const port = await freePort()
      place(files, folder)
      const server = `server { listen 127.0.0.1:${port}; include ${folder}/acap.conf; location / { return 200 page; } }`
      const http = `http { access_log off; ${nginxFolders(folder)} include ${folder}/acap-http.conf; ${server} }`
      const file = join(folder, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;\nevents {}\n${http}\n`,
      )
      await started('nginx', ['-c', file, '-e', 'stderr'], port)
      return port
    },
  },
  {
    name: 'haproxy',
    program: 'haproxy',
    start: async (files, folder) => {
      const port = await freePort()
      place(files, folder)
      const lines = files.find(({ name }) => name === 'acap.cfg')!.text
      const file = join(folder, 'haproxy.cfg')
      const times = ['connect', 'client', 'server'].map((each) => `timeout ${each} 9s\n`).join('')
      writeFileSync(
        file,
        `defaults\nmode http\n${times}frontend site\nbind 127.0.0.1:${port}\n${lines}http-request return status 200 content-type text/plain string page\n`,
      )
      await started('haproxy', ['-f', file], port)
      return port
    },
  },
  {
    name: 'caddy',
    program: 'caddy',
    start: async (files, folder) => {
      const port = await freePort()
      place(files, folder)
      const file = join(folder, 'Caddyfile')
      const site = `route {\nimport acap.caddyfile\nrespond page\n}\n`
      writeFileSync(
        file,
        `{\nadmin off\nauto_https off\n}\nhttp://127.0.0.1:${port}, http://site.test:${port} {\n${site}}\n`,
      )
      await started('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port)
      return port
    },
  },
  {
    name: 'apache',
    program: 'apache2',
    start: (files, folder) => startApache(files, folder, true),
  },
  {
    name: 'htaccess',
    program: 'apache2',
    start: (files, folder) => startApache(files, folder, false),
  },
]

function place(files: readonly PrintedFile[], folder: string): void {
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
}

const MODULES = ['mpm_event', 'authz_core', 'setenvif', 'rewrite', 'dir']

/** Apache whose every page is one file; the exported one is included in the virtual host, or the folder's `.htaccess`. */
async function startApache(
  files: readonly PrintedFile[],
  folder: string,
  isIncluded: boolean,
): Promise<number> {
  const port = await freePort()
  const root = join(folder, 'root')
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), 'page')
  place(files, folder)
  if (!isIncluded) writeFileSync(join(root, '.htaccess'), files[0]!.text)
  const modules = MODULES.map(
    (each) => `LoadModule ${each}_module /usr/lib/apache2/modules/mod_${each}.so\n`,
  )
  const site = `${isIncluded ? `Include ${folder}/acap.conf\n` : ''}DocumentRoot ${root}\n<Directory ${root}>\nAllowOverride All\n${isIncluded ? 'Require all granted\n' : ''}FallbackResource /index.html\n</Directory>\n`
  const file = join(folder, 'httpd.conf')
  writeFileSync(
    file,
    `ServerRoot ${folder}\nPidFile ${folder}/pid\nErrorLog /dev/null\nServerName site.test\nListen 127.0.0.1:${port}\n${modules.join('')}<VirtualHost *:${port}>\n${site}</VirtualHost>\n`,
  )
  await started('apache2', ['-X', '-f', file], port)
  return port
}

export { scratch }

/** The statuses of requests on one connection, in order; where the server ends it, the next goes on. */
export async function statusesOf(
  port: number,
  requests: readonly (readonly [target: string, userAgent: string])[],
  from = '127.0.0.1',
): Promise<readonly number[]> {
  const statuses: number[] = []
  while (statuses.length < requests.length) {
    const before = statuses.length
    await onConnection(
      { port, localAddress: from, host: '127.0.0.1' },
      requests.slice(before),
      statuses,
    )
    if (statuses.length === before) throw new Error(`no answer to ${requests[before]!.join(' ')}`)
  }
  return statuses
}

/** One request after the other, until the server ends the connection. */
function onConnection(
  place: TcpNetConnectOpts,
  requests: readonly (readonly [target: string, userAgent: string])[],
  statuses: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(place)
    const first = statuses.length
    let text = ''
    const ask = () => {
      const next = requests[statuses.length - first]
      if (next === undefined) return void socket.end()
      const [target, userAgent] = next
      const agent = userAgent === '' ? '' : `User-Agent: ${userAgent}\r\n`
      socket.write(`GET ${target} HTTP/1.1\r\nHost: site.test\r\n${agent}\r\n`, 'latin1')
    }
    socket.setNoDelay(true)
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      const head = /^HTTP\/1\.[01] (\d{3})[\s\S]*?\r\n\r\n/.exec(text)
      if (head === null) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head[0])?.[1] ?? 0)
      if (text.length < head[0].length + length) return
      text = text.slice(head[0].length + length)
      statuses.push(Number(head[1]))
      if (!/\r\nconnection: close/i.test(head[0])) ask()
    })
  })
}
