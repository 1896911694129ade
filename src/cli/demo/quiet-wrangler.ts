/**
 * Runs `wrangler dev` for `npm start` with less output: until it is ready only on failure, later
 * without routine lines. Started as `node quiet-wrangler.ts NEXT ARGUMENT…`, where NEXT is the line
 * to show when it is ready.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Neither a banner nor a request to Cloudflare: what `request.cf` holds is made up on a developer's
 * machine anyway.
 */
const ENV = {
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}
const READY = /Ready on (http:\/\/\S+)/
const FAILED = /\[ERROR\]|\[wrangler:error\]/
const ROUTINE =
  /^(?:\[custom build\] (?:Running: .*|lists of crawlers: .*|dist\/policies\.bin: .*)?|⎔ .*|)$/
/** wrangler puts the Worker's name before what the Worker logs. */
const LOG_PREFIX = /^\[[^\]]*\] (?=\{"acap":)/

const [next, ...args] = process.argv.slice(2)
let held: string[] | null = []

const child = spawn('wrangler', args, {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, ...ENV },
  shell: process.platform === 'win32',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', show)
child.on('close', (code) => {
  release()
  process.exitCode = code ?? 1
})

function show(line: string): void {
  const ready = READY.exec(line)
  if (held !== null && ready !== null) {
    held = null
    console.log(`acap: ready on ${ready[1]}; Ctrl+C ends it\n${next}`)
  } else if (held !== null) {
    held.push(line)
    if (FAILED.test(line)) release()
  } else if (!ROUTINE.test(line)) console.log(line.replace(LOG_PREFIX, ''))
}

function release(): void {
  for (const line of held ?? []) console.log(line)
  held = null
}
