/**
 * From the text of a robots.txt to answers, beside robots-parser, in CPU time: the first, as a
 * crawler asks that meets a site, starts from the text each time; later ones find the file read.
 */
import robotsParser from 'robots-parser'
import { robots } from '../../src/robots.ts'
import { robots as fullRobots } from '../../src/robots-full.ts'
import { duration, interleave, table } from '../measure.ts'
import { conventionalFile } from './files.ts'

const HOME = 'https://www.example.com'
const URL = `${HOME}/private/1.html`
const SMALL = 'User-agent: *\nDisallow: /private/\n'
/** The second and the last say nothing of the page: then nothing is compiled. */
const FILES = {
  'two lines that prohibit the page': SMALL,
  '1 KB': conventionalFile(1024),
  '1 KB that prohibits the page': SMALL + conventionalFile(1024),
  '50 KB': conventionalFile(50 * 1024),
}

/** Who reads a file: what answers whether a crawler may fetch a page. */
const READERS: Readonly<Record<string, (text: string) => (url: string) => unknown>> = {
  'robots-parser': (text) => {
    const file = robotsParser(`${HOME}/robots.txt`, text)
    return (url) => file.isAllowed(url, 'AnyBot')
  },
  '`acap-edge/robots`': (text) => {
    const file = robots(text)
    return (url) => file.mayFetch({ userAgent: 'AnyBot', url })
  },
  '`robots/full`': (text) => {
    const file = fullRobots(text)
    return (url) => file.mayFetch({ userAgent: 'AnyBot', url })
  },
}

/** How often each answers, by the length of the file. */
const LATER = 20_000

/**
 * Two tables with a row per file: what each takes for the first answer and for later ones, and how
 * many times as long.
 */
export function firstQuestion(): string {
  const first = Object.entries(FILES).map(([name, text]) => {
    const repeats = Math.ceil(1_000_000 / (text.length + 500))
    return rowOf(name, repeats, (read) => () => {
      for (let i = 0; i < repeats; i++) read(text)(URL)
    })
  })
  const later = Object.entries(FILES).map(([name, text]) =>
    rowOf(name, LATER, (read) => {
      const ask = read(text)
      const pages = Array.from({ length: 100 }, (_, i) => `${HOME}/private/${i}.html?a=${i}`)
      return () => {
        for (let i = 0; i < LATER; i++) ask(pages[i % pages.length]!)
      }
    }),
  )
  const head = (what: string) => [what, ...Object.keys(READERS).flatMap(withRatio)]
  return [table(head('first answer'), first), table(head('later answers'), later)].join('\n\n')
}

/** The first reader is who the others are compared with. */
function withRatio(name: string, i: number): readonly string[] {
  return i === 0 ? [name] : [name, 'times as long']
}

function rowOf(
  name: string,
  operations: number,
  runOf: (read: (text: string) => (url: string) => unknown) => () => void,
): readonly string[] {
  const runs = Object.entries(READERS).map(([reader, read]) => [reader, runOf(read)] as const)
  const times = Object.values(interleave(Object.fromEntries(runs), operations))
  const cells = times.flatMap((time, i) =>
    withRatio(duration(time), i).map((cell, at) =>
      at === 0 ? cell : (time / times[0]!).toFixed(1),
    ),
  )
  return [name, ...cells]
}

if (import.meta.main) console.log(firstQuestion())
