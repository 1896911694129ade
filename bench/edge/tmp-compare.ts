/** scratch */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, mkdtempSync, mkdirSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleOf } from '../../test/support/bundle.ts'
import { startNginx } from '../../test/support/debian.ts'
import { BROWSER } from '../../test/support/telling-policy.ts'
import { bundleWorker, freePort, startServices } from '../../test/support/workerd.ts'
import { median } from '../measure.ts'
const base = process.argv[2]!
const rounds = Number(process.argv[3] ?? 20)
const POLICY = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n\nACAP-crawler: *\nACAP-disallow-index: /told/\n', 'site.toml': 'hosts = ["127.0.0.1"]\n' }
const root = mkdtempSync(join(tmpdir(), 'acap-bench-')); chmodSync(root, 0o755)
const head = '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>A page</title>\n</head>\n<body>\n'
for (const f of ['plain', 'told']) { mkdirSync(join(root, f), { mode: 0o755 }); for (const [n, s] of [['1k', 1000], ['60k', 60000]] as const) writeFileSync(join(root, f, `${n}.html`), head + '<p class="a">A paragraph with <a href="/plain/1k.html">a link</a> and some text.</p>\n'.repeat(Math.ceil((s - head.length) / 81))); writeFileSync(join(root, f, '1k.png'), Buffer.alloc(1000, 7)) }
const nginx = await startNginx(root)
const origin = new URL(nginx.url).host
const policies = await bundleOf({ site: POLICY }, { known: { BenchBot: 'search' } })
const here = await bundleWorker('src/worker.ts')
const there = await bundleWorker(`${base}/src/worker.ts`)
const gz = (s: string) => execFileSync('gzip', ['-9c'], { input: s }).length
console.log('gzip here', gz(here), 'base', gz(there))
const start = async (script: string) => startServices({ edge: { script, policies, port: await freePort() } }, { origin, quiet: true })
const a = await start(here), b = await start(there)
const cpu = (pid: number) => readdirSync(`/proc/${pid}/task`).map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])).reduce((x, y) => x + y, 0) / 1000
const load = (w: typeof a, path: string, ua: string, n: number) => { const before = cpu(w.process.pid!); execFileSync('h2load', ['--h1', '-c8', `-n${n}`, '-H', `user-agent: ${ua}`, w.url + path]); return (cpu(w.process.pid!) - before) / n }
const CASES = (process.argv[4] ? [['refusal', '/closed/a', 'BenchBot/1.0'],['nothing', '/plain/1k.html', BROWSER]] : [['refusal', '/closed/a', 'BenchBot/1.0'], ['nothing', '/plain/1k.html', BROWSER], ['png', '/told/1k.png', BROWSER], ['1k', '/told/1k.html', BROWSER], ['60k', '/told/60k.html', BROWSER], ['crawler 1k', '/told/1k.html', 'BenchBot/1.0']]) as [string,string,string][]
const all = CASES.map(() => ({ a: [] as number[], b: [] as number[] }))
for (let r = 0; r <= rounds; r++) for (const [i, [, path, ua]] of CASES.entries()) { const first = r % 2 ? a : b; const second = r % 2 ? b : a; const x = load(first, path, ua, 400); const y = load(second, path, ua, 400); if (r === 0) continue; all[i]!.a.push(r % 2 ? x : y); all[i]!.b.push(r % 2 ? y : x) }
for (const [i, [t]] of CASES.entries()) console.log(t, 'new', median(all[i]!.a).toFixed(0), 'old', median(all[i]!.b).toFixed(0), 'ratio', (median(all[i]!.a) / median(all[i]!.b)).toFixed(3), 'median of ratios', median(all[i]!.a.map((x, j) => x / all[i]!.b[j]!)).toFixed(3))
a.stop(); b.stop(); nginx.stop()
