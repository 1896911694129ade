/**
 * What a crawler with a hundred thousand sites pays for their robots.txt, beside robots-parser: CPU
 * time, and the heap that is left where files are kept and where they are dropped. Needs
 * --expose-gc.
 */
import robotsParser from 'robots-parser'
import { robots } from '../../src/robots.ts'
import { duration, interleave, median, table } from '../measure.ts'
import { conventionalFile } from './files.ts'

const HOME = 'https://www.example.com'
const AGENT = 'AnyBot'

type Reader = (text: string) => (url: string) => unknown

const READERS: Readonly<Record<'robots-parser' | 'acap-edge', Reader>> = {
  'robots-parser': (text) => {
    const file = robotsParser(`${HOME}/robots.txt`, text)
    return (url) => file.isAllowed(url, AGENT)
  },
  'acap-edge': (text) => {
    const file = robots(text)
    return (url) => file.mayFetch({ userAgent: AGENT, url })
  },
}

const QUESTIONS = 1_000_000
const SITES = 100_000
const WILDCARDS = 10_000
const ROUNDS = 3

/** About 580 bytes, each file another one. */
function siteFile(i: number): string {
  return `User-agent: *\nDisallow: /site-${i}/\n${conventionalFile(540)}\n`
}

/** One row for each task. */
export function manyFiles(): string {
  return table(
    ['task', 'robots-parser', '`acap-edge/robots`', 'times as much'],
    [
      questions(),
      ...kept(),
      dropped(),
      wildcards(
        'the first answer of a file with 10,000 wildcard rules',
        1,
        (read, text) => () => read(text)(`${HOME}/shop/9/x`),
      ),
      wildcards('each further answer of that file', 500, (read, text) => {
        const ask = read(text)
        return () => {
          for (let i = 0; i < 500; i++) ask(`${HOME}/shop/${i}/item-${i}.html?id=${i}`)
        }
      }),
    ],
  )
}

type Row = readonly [string, string, string, string]

function row(task: string, peer: number, ours: number, shown: (value: number) => string): Row {
  return [task, shown(peer), shown(ours), (ours / peer).toPrecision(2)]
}

/** Nanoseconds per operation of both. */
function both(operations: number, task: (read: Reader) => () => void, rounds = ROUNDS) {
  const { 'robots-parser': peer, 'acap-edge': ours } = READERS
  const contestants = { peer: task(peer), ours: task(ours) }
  const costs = interleave(contestants, operations, rounds)
  return { peer: costs.peer!, ours: costs.ours! }
}

function questions(): Row {
  const pages = Array.from({ length: 1000 }, (_, i) => `${HOME}/archive/2019/${i}/page.html?a=${i}`)
  const { peer, ours } = both(1, (read) => {
    const ask = read(conventionalFile(1024))
    return () => {
      for (let i = 0; i < QUESTIONS; i++) ask(pages[i % pages.length]!)
    }
  })
  return row('a million questions about a file of 1 KB', peer, ours, duration)
}

/** Files that are read, asked once and kept. */
function kept(): readonly Row[] {
  const { peer, ours } = both(1, (read) => () => readAll(read, []))
  const [peerHeap, ourHeap] = [READERS['robots-parser'], READERS['acap-edge']].map(heapOf)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  return [
    row('100,000 files of 580 bytes, read and asked once each', peer, ours, duration),
    row('the heap of these 100,000 files, with their texts', peerHeap!, ourHeap!, megabytes),
  ]
}

function readAll(read: Reader, files: unknown[]): void {
  for (let i = 0; i < SITES; i++) {
    const ask = read(siteFile(i))
    ask(`${HOME}/site-${i}/1.html`)
    files.push(ask)
  }
}

function heapOf(read: Reader): number {
  const before = heapNow()
  const files: unknown[] = []
  readAll(read, files)
  const used = heapNow() - before
  // Keeps them alive until here.
  if (files.length !== SITES) throw new Error('files are missing')
  return used
}

function heapNow(): number {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

/** What is left of files that nobody keeps, at the worst of a few rounds. */
function dropped(): Row {
  const leftBy = (read: Reader) => {
    const left = Array.from({ length: ROUNDS }, () => {
      const before = heapNow()
      for (let i = 0; i < SITES; i++) read(siteFile(i))(`${HOME}/site-${i}/1.html`)
      return Math.max(0, heapNow() - before)
    })
    return median(left)
  }
  const [peer, ours] = [leftBy(READERS['robots-parser']), leftBy(READERS['acap-edge'])]
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} KB`
  return ['the heap that 100,000 dropped files leave', kilobytes(peer), kilobytes(ours), '']
}

function wildcards(
  task: string,
  operations: number,
  run: (read: Reader, text: string) => () => void,
): Row {
  const rules = Array.from({ length: WILDCARDS }, (_, i) => `Disallow: /*/item-${i}*.php$`)
  const text = ['User-agent: *', ...rules].join('\n')
  const { peer, ours } = both(operations, (read) => run(read, text))
  return row(task, peer, ours, duration)
}

if (import.meta.main) console.log(manyFiles())
