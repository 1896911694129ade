/**
 * Servers of Debian in one process each, whose pages are all `page`, with lines of a test at the
 * place where a site has its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nginxFolders } from '../../test/support/debian.ts'
import { freePort } from '../../test/support/edge/workerd.ts'

export interface BenchServer {
  readonly pid: number
  readonly port: number
  stop(): void
}

/**
 * What a server is given: where, and lines of its language. `outer`: before the site, where it has
 * such a place.
 */
interface Lines {
  readonly site: string
  readonly outer?: string
  /** A file of Apache's beside the pages. */
  readonly htaccess?: string
}

interface Configuration {
  readonly text: string
  readonly program: string
  readonly args: (file: string) => readonly string[]
}

export type ServerName = 'nginx' | 'apache' | 'haproxy' | 'caddy' | 'lighttpd'

type Configure = (port: number, folder: string, lines: Lines) => Configuration

const CONFIGURATIONS: Readonly<Record<ServerName, Configure>> = {
  nginx: (port, folder, { site, outer = '' }) => {
    const root = pagesIn(folder)
    return {
      text: `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events {}
http {
access_log ${folder}/access.log; keepalive_requests 1000000; ${nginxFolders(folder)}
${outer}
server {
listen 127.0.0.1:${port};
${site}
root ${root};
}
}
`,
      program: 'nginx',
      args: (file) => ['-c', file, '-e', 'stderr'],
    }
  },
  apache: (port, folder, { site, htaccess }) => {
    const root = pagesIn(folder)
    if (htaccess !== undefined) writeFileSync(join(root, '.htaccess'), htaccess)
    const modules = ['mpm_event', 'authz_core', 'setenvif', 'rewrite', 'dir']
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`)
      .join('')
    return {
      text: `ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog /dev/null
ServerName site.test
MaxKeepAliveRequests 0
Listen 127.0.0.1:${port}
${modules}CustomLog ${folder}/access.log "%h %l %u %t \\"%r\\" %>s %O \\"%{User-Agent}i\\""
<VirtualHost *:${port}>
${site}
DocumentRoot ${root}
<Directory ${root}>
AllowOverride ${htaccess === undefined ? 'None' : 'All'}
${htaccess === undefined ? 'Require all granted' : ''}
</Directory>
</VirtualHost>
`,
      program: 'apache2',
      args: (file) => ['-X', '-f', file],
    }
  },
  haproxy: (port, _, { site }) => ({
    text: `global
nbthread 1
defaults
mode http
timeout connect 9s
timeout client 9s
timeout server 9s
frontend site
bind 127.0.0.1:${port}
${site}
http-request return status 200 content-type text/plain string page
`,
    program: 'haproxy',
    args: (file) => ['-f', file],
  }),
  caddy: (port, folder, { site }) => ({
    text: `{
admin off
auto_https off
}
http://127.0.0.1:${port}, http://site.test:${port} {
route {
${site}
root * ${pagesIn(folder)}
file_server
}
}
`,
    program: 'caddy',
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  }),
  lighttpd: (port, folder, { site }) => {
    const root = pagesIn(folder)
    return {
      text: `server.modules = ("mod_access")
server.document-root = "${root}"
server.bind = "127.0.0.1"
server.port = ${port}
mimetype.assign = ("" => "text/html")
${site}
`,
      program: 'lighttpd',
      args: (file) => ['-D', '-f', file],
    }
  },
}

/** For servers that answer with files. */
function pagesIn(folder: string): string {
  const root = join(folder, 'root')
  mkdirSync(join(root, 'closed'), { recursive: true })
  for (const path of ['page', 'robots.txt', 'closed/page']) writeFileSync(join(root, path), 'page')
  return root
}

export async function startServer(name: ServerName, lines: Lines): Promise<BenchServer> {
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'acap-doors-'))]
  const { text, program, args } = CONFIGURATIONS[name](port, folder, lines)
  const file = join(folder, 'configuration')
  writeFileSync(file, text)
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child = spawn(program, args(file), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes) => (said += bytes))
  await listening(child, port).catch((fault: Error) => {
    throw new Error(`${program}: ${fault.message}: ${said.slice(-2000)}`)
  })
  return {
    pid: child.pid!,
    port,
    stop: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    if (await isListening(port)) {
      // Apache listens, reads its configuration again, and listens.
      await sleep(500)
      if (await isListening(port)) return
    }
    await sleep(25)
  }
  throw new Error('it did not start')
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}
