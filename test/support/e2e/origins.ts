/**
 * Web servers that nobody here wrote, each serving a folder on a free port and as obliging as it can be set: what the edge
 * must not let through stands behind all of them.
 */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNginx } from '../debian.ts'
import { freePort } from '../edge/workerd.ts'

/** A server that runs. */
export interface FolderOrigin {
  readonly url: string
  stop(): void
}

/** A kind of server: the Debian packages that it needs, and how it is started. */
export interface OriginKind {
  readonly name: string
  readonly packages: readonly string[]
  start(pages: string): Promise<FolderOrigin>
}

/** All of them. */
export const FOLDER_ORIGINS: readonly OriginKind[] = [
  { name: 'nginx', packages: ['nginx-light'], start: (pages) => startNginx(pages) },
  { name: 'Apache', packages: ['apache2'], start: startApache },
  { name: 'lighttpd', packages: ['lighttpd'], start: startLighttpd },
  { name: 'Caddy', packages: ['caddy'], start: startCaddy },
  { name: 'php -S', packages: ['php-cli'], start: startPhp },
  { name: 'Tomcat', packages: ['tomcat10'], start: startTomcat },
  { name: 'Python', packages: [], start: startPython },
]

async function startApache(pages: string): Promise<FolderOrigin> {
  const [folder, port] = [scratch('apache'), await freePort()]
  const modules = ['mpm_event', 'authz_core', 'mime', 'dir', 'negotiation', 'autoindex']
  writeFileSync(
    join(folder, 'httpd.conf'),
    `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
User www-data
Group www-data
TypesConfig /etc/mime.types
DocumentRoot ${pages}
AllowEncodedSlashes On
MergeSlashes On
HttpProtocolOptions Unsafe
<Directory />
  Options +Indexes +MultiViews
  Require all granted
</Directory>
`,
  )
  return started('apache2', ['-f', join(folder, 'httpd.conf'), '-D', 'FOREGROUND'], {
    folder,
    port,
  })
}

async function startLighttpd(pages: string): Promise<FolderOrigin> {
  const [folder, port] = [scratch('lighttpd'), await freePort()]
  const options = [
    'url-normalize',
    'url-normalize-unreserved',
    'url-path-2f-decode',
    'url-path-dotseg-remove',
  ]
  writeFileSync(
    join(folder, 'lighttpd.conf'),
    `server.document-root = "${pages}"
server.bind = "127.0.0.1"
server.port = ${port}
index-file.names = ("index.html")
mimetype.assign = (".html" => "text/html", ".pdf" => "application/pdf", "" => "text/html")
server.http-parseopts = (${options.map((name) => `"${name}" => "enable"`).join(', ')})
`,
  )
  return started('lighttpd', ['-D', '-f', join(folder, 'lighttpd.conf')], { folder, port })
}

async function startCaddy(pages: string): Promise<FolderOrigin> {
  const [folder, port] = [scratch('caddy'), await freePort()]
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{
  admin off
  auto_https off
}
:${port} {
  bind 127.0.0.1
  root * ${pages}
  file_server browse
}
`,
  )
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const config = join(folder, 'Caddyfile')
  return started('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    folder,
    port,
    env,
  })
}

async function startPhp(pages: string): Promise<FolderOrigin> {
  const [folder, port] = [scratch('php'), await freePort()]
  return started('php', ['-q', '-S', `127.0.0.1:${port}`, '-t', pages], { folder, port })
}

async function startPython(pages: string): Promise<FolderOrigin> {
  const [folder, port] = [scratch('python'), await freePort()]
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', pages]
  return started('python3', args, { folder, port })
}

/** Tomcat as Debian has it, with a base of its own, that takes encoded slashes and backslashes for slashes. */
async function startTomcat(pages: string): Promise<FolderOrigin> {
  const [folder, port] = [scratch('tomcat'), await freePort()]
  for (const each of ['conf', 'webapps', 'temp', 'work', 'logs']) mkdirSync(join(folder, each))
  cpSync('/etc/tomcat10/web.xml', join(folder, 'conf', 'web.xml'))
  symlinkSync(pages, join(folder, 'webapps', 'ROOT'))
  writeFileSync(
    join(folder, 'conf', 'server.xml'),
    `<Server port="-1"><Service name="Catalina">
<Connector port="${port}" address="127.0.0.1" encodedSolidusHandling="decode" allowBackslash="true"
  relaxedPathChars="[]|{}^&quot;&lt;&gt;" relaxedQueryChars="[]|{}^&quot;&lt;&gt;" URIEncoding="UTF-8"/>
<Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps" unpackWARs="false" autoDeploy="false"/></Engine>
</Service></Server>
`,
  )
  const env = {
    CATALINA_BASE: folder,
    CATALINA_HOME: '/usr/share/tomcat10',
    CATALINA_TMPDIR: join(folder, 'temp'),
  }
  return started('/usr/share/tomcat10/bin/catalina.sh', ['run'], { folder, port, env })
}

function scratch(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `acap-${name}-`))
  // Some of them give up their rights.
  chmodSync(folder, 0o777)
  return folder
}

interface Start {
  readonly folder: string
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program in the foreground and waits until it answers. */
async function started(
  program: string,
  args: readonly string[],
  { folder, port, env }: Start,
): Promise<FolderOrigin> {
  const child = spawn(program, args, {
    stdio: 'ignore',
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` },
  })
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    child.kill('SIGTERM')
  }
  for (let tries = 0; tries < 1200 && child.exitCode === null; tries++) {
    const answer = await fetch(`${url}/`).catch(() => null)
    await answer?.body?.cancel()
    if (answer !== null) return { url, stop }
    await sleep(50)
  }
  stop()
  throw new Error(`${program} did not start`)
}
