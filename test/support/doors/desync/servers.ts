/**
 * Servers of Debian as reverse proxies, which keep their connections where they can; Apache with PHP, and Python's server,
 * as origins that write down what they are asked.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxFolders } from '../../debian.ts'
import { freePort } from '../../edge/workerd.ts'
import { scratch, started } from '../servers.ts'

/** A server before another one. */
export interface Proxy {
  readonly name: string
  /** The packages that it needs. */
  readonly packages: readonly string[]
  /** Starts it before a port for the length of a test; gives its own port. */
  start(upstream: number): Promise<number>
}

/** An origin, and what it has been asked for. */
export interface RunningOrigin {
  readonly port: number
  /** The targets of all requests. */
  targets(): readonly string[]
}

export const PROXIES: readonly Proxy[] = [
  proxy('nginx', ['nginx-light'], (port, upstream, folder) => ({
    program: 'nginx',
    args: ['-e', 'stderr', '-c'],
    config: `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off; ${nginxFolders(folder)}
  upstream origin { server 127.0.0.1:${upstream}; keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origin; proxy_http_version 1.1;
      proxy_set_header Connection ""; proxy_set_header Host $http_host;
    }
  }
}`,
  })),
  proxy('Apache', ['apache2'], (port, upstream, folder) => ({
    program: 'apache2',
    args: ['-DFOREGROUND', '-f'],
    config: `${apache(port, folder, ['proxy', 'proxy_http'])}
ProxyPreserveHost On
AllowEncodedSlashes NoDecode
ProxyPass / http://127.0.0.1:${upstream}/ nocanon
`,
  })),
  proxy('HAProxy', ['haproxy'], (port, upstream) => ({
    program: 'haproxy',
    args: ['-f'],
    config: `defaults
  mode http
  timeout connect 1s
  timeout client 10s
  timeout server 10s
  http-reuse always
listen proxy
  bind 127.0.0.1:${port}
  server origin 127.0.0.1:${upstream}
`,
  })),
  proxy('Caddy', ['caddy'], (port, upstream) => ({
    program: 'caddy',
    args: ['run', '--adapter', 'caddyfile', '--config'],
    config: `{\n\tadmin off\n\tauto_https off\n}\n:${port} {\n\treverse_proxy 127.0.0.1:${upstream}\n}\n`,
  })),
  proxy('Varnish', ['varnish'], (port, upstream, folder) => ({
    program: 'varnishd',
    args: ['-F', '-a', `127.0.0.1:${port}`, '-n', folder, '-s', 'malloc,16m', '-f'],
    config: `vcl 4.1;
backend origin { .host = "127.0.0.1"; .port = "${upstream}"; }
sub vcl_recv { return (pass); }
`,
  })),
  proxy('lighttpd', ['lighttpd'], (port, upstream, folder) => ({
    program: 'lighttpd',
    args: ['-D', '-f'],
    config: `server.modules = ("mod_proxy")
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${folder}/log"
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${upstream})))
`,
  })),
]

/** The origins that are no proxies. */
export const ORIGINS = [
  { name: 'Apache with PHP', packages: ['apache2', 'php-cli'], start: startPhp },
  { name: 'a server in Python', packages: ['python3'], start: startPython },
]

interface Program {
  readonly program: string
  /** The path of the configuration follows. */
  readonly args: readonly string[]
  readonly config: string
}

function proxy(
  name: string,
  packages: readonly string[],
  programOf: (port: number, upstream: number, folder: string) => Program,
): Proxy {
  const start = async (upstream: number) => {
    const [port, folder] = [await freePort(), scratch()]
    const { program, args, config } = programOf(port, upstream, folder)
    const file = join(folder, 'config')
    writeFileSync(file, config)
    await started(program, [...args, file], port)
    return port
  }
  return { name, packages, start }
}

/** What every configuration of Apache begins with. */
function apache(port: number, folder: string, modules: readonly string[]): string {
  const load = ['mpm_event', 'authz_core', ...modules].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`,
  )
  return `${load.join('')}Listen 127.0.0.1:${port}
ServerName localhost
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog /dev/null
`
}

/** A script of PHP answers every path. */
async function startPhp(): Promise<RunningOrigin> {
  const [port, folder] = [await freePort(), scratch()]
  const [script, log, file] = ['page.php', 'targets', 'config'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const source = `#!/usr/bin/php
<?php
file_put_contents('${log}', $_SERVER['REQUEST_URI'] . "\\n", FILE_APPEND);
echo "Content-Type: text/plain\\r\\n\\r\\npage ", $_SERVER['REQUEST_URI'];
`
  writeFileSync(script, source, { mode: 0o755 })
  writeFileSync(log, '', { mode: 0o666 })
  writeFileSync(
    file,
    `${apache(port, folder, ['alias', 'cgid'])}
ScriptSock ${folder}/socket
AllowEncodedSlashes NoDecode
ScriptAliasMatch "^.*" "${script}"
<Directory "${folder}">
  Require all granted
</Directory>
`,
  )
  await started('apache2', ['-DFOREGROUND', '-f', file], port)
  return { port, targets: () => readFileSync(log, 'utf8').split('\n') }
}

const PYTHON = `
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Page(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def answer(self):
        with open(sys.argv[2], 'a') as log:
            log.write(self.path + '\\n')
        if 'chunked' in self.headers.get('Transfer-Encoding', ''):
            while (size := int(self.rfile.readline().split(b';')[0], 16)) > 0:
                self.rfile.read(size + 2)
            self.rfile.readline()
        else:
            self.rfile.read(int(self.headers.get('Content-Length', 0)))
        page = b'page ' + self.path.encode('latin-1')
        self.send_response(200)
        self.send_header('Content-Type', 'text/plain')
        self.send_header('Content-Length', str(len(page)))
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(page)
    def log_message(self, *arguments):
        pass
    do_GET = do_HEAD = do_POST = do_OPTIONS = do_DELETE = do_PUT = answer

ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Page).serve_forever()
`

/** It reads a body as its header says, and believes that header. */
async function startPython(): Promise<RunningOrigin> {
  const [port, folder] = [await freePort(), scratch()]
  const [script, log] = [join(folder, 'server.py'), join(folder, 'targets')]
  writeFileSync(script, PYTHON)
  writeFileSync(log, '')
  await started('python3', [script, String(port), log], port)
  return { port, targets: () => readFileSync(log, 'utf8').split('\n') }
}
