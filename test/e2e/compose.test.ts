/**
 * compose.yaml and the Dockerfile without a container runtime: the same programs with the same options and files, on this
 * machine; in a long run, the image that buildah makes of the Dockerfile on a base of this machine's files.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { missing, nginxFolders } from '../support/debian.ts'
import { makeImage, runImage } from '../support/doors/container.ts'
import { redis } from '../support/doors/redis.ts'
import { freePort } from '../support/edge/workerd.ts'
import { raw, startOrigin } from '../support/node-origin.ts'
import { isLong } from '../support/runs.ts'

const COMPOSE = readFileSync('compose.yaml', 'utf8')
const DOCKERFILE = readFileSync('Dockerfile', 'utf8')
const ROBOTS = 'User-agent: *\nDisallow: /private/\nCrawl-delay: 60\n'

/** The gate's words behind the image's own. */
const COMMAND = JSON.parse(/ {2}gate:\n.*?command: (\[.*?\])\n/s.exec(COMPOSE)![1]!) as string[]
/** The image's words: `node`, the program, and options. */
const ENTRYPOINT = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(DOCKERFILE)![1]!) as string[]

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'acap-compose-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A folder of policies with one site. */
function policies(): string {
  const path = folder()
  // The image's user is another one.
  chmodSync(path, 0o755)
  mkdirSync(join(path, 'site'))
  writeFileSync(join(path, 'site', 'robots.txt'), ROBOTS)
  writeFileSync(join(path, 'site', 'site.toml'), 'hosts = ["127.0.0.1"]\n')
  return path
}

/** Starts a gate with these options behind those of the image; its URL, and where its health is. */
async function startGate(
  place: string,
  options: readonly string[],
): Promise<Record<'url' | 'admin', string>> {
  const own: Readonly<Record<string, string>> = {
    '/policies': place,
    '0.0.0.0:8000': '127.0.0.1:0',
    '0.0.0.0:9090': '127.0.0.1:0',
  }
  const words = [...ENTRYPOINT.slice(2), ...options].map((word) => own[word] ?? word)
  const gate = spawn(process.execPath, ['dist/acap.js', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void gate.kill('SIGKILL'))
  for await (const line of createInterface(gate.stdout)) {
    const { state, url, admin } = JSON.parse(line)
    if (state === 'listening') return { url, admin }
  }
  throw new Error('the gate has ended')
}

/** nginx with the configuration of the Compose file, before these gates; its port. */
async function startNginx(gates: readonly string[]): Promise<number> {
  const own = folder()
  const port = await freePort()
  const site = readFileSync('docs/compose/nginx.conf', 'utf8').replace(
    'listen 80;',
    `listen 127.0.0.1:${port};`,
  )
  const upstream = `upstream gate { ${gates.map((gate) => `server ${new URL(gate).host};`).join(' ')} }`
  const file = join(own, 'nginx.conf')
  writeFileSync(
    file,
    `pid ${own}/pid; daemon off; error_log stderr; events {} http { access_log off; ${nginxFolders(own)} ${upstream}\n${site.replace('gate:8000', 'gate')} }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'ignore' })
  onTestFinished(() => void nginx.kill('SIGTERM'))
  await vi.waitFor(() => raw(`http://127.0.0.1:${port}/`, {}), { timeout: 20_000 })
  return port
}

describe('the Compose file', () => {
  test('names an image with a version, and hardens the gate', () => {
    const images = [...COMPOSE.matchAll(/image: (\S+)/g)].map(([, image]) => image!)
    expect(images.map((image) => image.split(':')[0])).toEqual([
      'nginx',
      'valkey/valkey',
      'prom/prometheus',
    ])
    for (const image of images) expect(image).toMatch(/:v?\d[\d.]*$/)
    for (const line of ['read_only: true', 'cap_drop: ["ALL"]', '"./policies:/policies:ro"'])
      expect(COMPOSE).toContain(line)
    for (const [, path] of COMPOSE.matchAll(/\.\/(docs\/[\w./-]+):/g))
      expect(readFileSync(path!, 'utf8')).not.toBe('')
  })

  test.skipIf(missing('the programs of compose.yaml', 'nginx-light', 'redis-server'))(
    'works: nginx, two gates with one rate, and health',
    { timeout: 60_000 },
    async () => {
      const origin = await startOrigin(
        (request, response) => void response.end(request.headers['x-forwarded-for']),
      )
      onTestFinished(() => origin.stop())
      const { url } = await redis()
      const [place, given] = [policies(), { ORIGIN: origin.url, 'redis://rates:6379': url }]
      const options = COMMAND.map(
        (word) =>
          given[(word.startsWith('${ORIGIN:?') ? 'ORIGIN' : word) as keyof typeof given] ?? word,
      )
      const gates = [await startGate(place, options), await startGate(place, options)]
      const port = await startNginx(gates.map((gate) => gate.url))
      const ask = (path: string, userAgent: string) =>
        raw(`http://127.0.0.1:${port}${path}`, {
          headers: { 'user-agent': userAgent, 'x-forwarded-for': '192.0.2.1' },
        })
      expect((await ask('/private/a', 'GPTBot/1.0')).status).toBe(403)
      expect(String((await ask('/private/a', 'Mozilla/5.0')).body)).toBe('127.0.0.1')
      expect((await ask('/a', 'GPTBot/1.0')).status).toBe(200)
      // nginx asks the gates in turn.
      await vi.waitFor(async () => {
        const both = [await ask('/a', 'GPTBot/1.0'), await ask('/a', 'GPTBot/1.0')]
        expect(both.map(({ status }) => status)).toEqual([429, 429])
      })
      for (const { admin } of gates) expect((await raw(`${admin}/healthz`)).status).toBe(200)
    },
  )

  test.skipIf(missing('the check of the Prometheus configuration', 'prometheus'))(
    'watches the gates',
    () => {
      const own = folder()
      for (const file of ['docs/compose/prometheus.yml', 'docs/servers/acap.rules.yml']) {
        cpSync(file, join(own, file.split('/').at(-1)!))
      }
      const said = execFileSync('promtool', ['check', 'config', join(own, 'prometheus.yml')], {
        encoding: 'utf8',
      })
      expect(said).toContain('1 rule files found')
    },
  )
})

describe('the Dockerfile', () => {
  test('has a user without rights, a health check, and no volume over what is mounted', () => {
    expect(DOCKERFILE).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(DOCKERFILE).toMatch(/^HEALTHCHECK /m)
    // buildah mounts an image's own volume over the one that is given, and builders drop what is copied into it.
    expect(DOCKERFILE).not.toMatch(/^VOLUME/m)
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    for (const needed of ['!src', '!.github/release', '!package.json', '!package-lock.json'])
      expect(ignored).toContain(needed)
  })

  const timeout = 900_000
  test.skipIf(!isLong || missing('the image', 'buildah'))(
    'makes a gate that serves what is mounted',
    { timeout },
    async () => {
      const storage = folder()
      makeImage(storage)
      expect(await runImage(storage, policies(), [await freePort(), await freePort()])).toEqual({
        status: 403,
        ended: 0,
      })
    },
  )
})
