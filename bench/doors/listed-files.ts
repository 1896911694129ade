/**
 * The five files that ai.robots.txt writes from one table, in the servers that they are for: which
 * requests they refuse. Writes the table of docs/doors.md. `node bench/doors/listed-files.ts
 * FOLDER`, a clone of https://github.com/ai-robots-txt/ai.robots.txt; needs nginx, apache2, caddy,
 * lighttpd and haproxy.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { table } from '../measure.ts'
import { KINDS, type ListedRequest } from './listed-requests.ts'
import { type BenchServer, type ServerName, startServer } from './servers.ts'

const SERVERS: readonly ServerName[] = ['apache', 'nginx', 'caddy', 'lighttpd', 'haproxy']

async function listedServers(folder: string): Promise<readonly BenchServer[]> {
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  const list = join(folder, 'haproxy-block-ai-bots.txt')
  const lines = {
    apache: { site: '', htaccess: `Require all granted\n${text('.htaccess')}` },
    nginx: { site: text('nginx-block-ai-bots.conf') },
    // As its README says.
    caddy: { site: `${text('Caddyfile')}\nabort @aibots` },
    lighttpd: { site: text('lighttpd-block-ai-bots.conf') },
    haproxy: {
      site: `acl ai_robot hdr_sub(user-agent) -i -f ${list}\nhttp-request deny if ai_robot`,
    },
  }
  return Promise.all(SERVERS.map((name) => startServer(name, lines[name])))
}

/** The status, or an empty text where the connection ends without one. */
function ask({ port }: BenchServer, { line, agents }: ListedRequest): Promise<string> {
  return new Promise((resolve) => {
    const headers = agents.map((each) => `User-Agent: ${each}\r\n`).join('')
    const length = line.startsWith('POST') ? 'Content-Length: 0\r\n' : ''
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
    // A connection that is cut ends without a status.
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(/^HTTP\/1\.\d (\d+)/.exec(answer)?.[1] ?? ''))
    socket.end(
      `${line} HTTP/1.1\r\nHost: site.test\r\n${headers}${length}Connection: close\r\n\r\n`,
      'latin1',
    )
  })
}

/** Refused, no request to the server, or served, also where there is no such page. */
function letter(status: string): string {
  if (status === '403' || status === '') return '**R**'
  return status === '400' ? status : 's'
}

export async function listedTable(folder: string): Promise<string> {
  const servers = await listedServers(folder)
  const counts = { all: 0, differ: 0 }
  const rows: string[][] = []
  for (const { title, requests } of KINDS) {
    const alike = new Map<string, string[]>()
    for (const request of requests) {
      const letters: string[] = []
      for (const server of servers) letters.push(letter(await ask(server, request)))
      counts.all++
      if (new Set(letters).size > 1) counts.differ++
      const key = letters.join(' | ')
      alike.set(key, [...(alike.get(key) ?? []), request.shown])
    }
    for (const [letters, shown] of alike)
      rows.push([title, shown.join(', '), ...letters.split(' | ')])
  }
  for (const server of servers) server.stop()
  const commit = execFileSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  })
  const head = ['', 'request', 'Apache', 'nginx', 'Caddy', 'lighttpd', 'HAProxy']
  return `Commit ${commit.trim()}: of ${counts.all} requests, the five files answer ${counts.differ} differently. **R** is refused (Caddy cuts the connection), s is served.

${table(head, rows)}`
}

const [folder] = process.argv.slice(2)
if (import.meta.main) {
  if (folder === undefined) throw new Error('give the folder of a clone of ai.robots.txt')
  const page = 'docs/doors.md'
  const text = await listedTable(folder)
  const marks = /(<!-- measured: ai\.robots\.txt -->\n)[\s\S]*?(\n<!-- end -->)/
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(marks, (_, start, end) => `${start}\n${text}\n${end}`),
  )
  console.log(text)
}
