/**
 * From the text of a robots.txt to its first answer, beside robots-parser, in CPU time: as a crawler asks that meets a site.
 * Both start from the text each time.
 */
import robotsParser from 'robots-parser'
import { robots } from '../../src/robots.ts'
import { duration, interleaveCpu, table } from '../measure.ts'
import { conventionalFile } from './files.ts'

const URL = 'https://www.example.com/private/1.html'
const SMALL = 'User-agent: *\nDisallow: /private/\n'
/** The second and the last say nothing of the page: then nothing is compiled. */
const FILES = {
  'two lines that prohibit the page': SMALL,
  '1 KB': conventionalFile(1024),
  '1 KB that prohibits the page': SMALL + conventionalFile(1024),
  '50 KB': conventionalFile(50 * 1024),
}

/** One row per file: what each takes, and how many times as long ours does. */
export function firstQuestion(): string {
  const rows = Object.entries(FILES).map(([name, text]) => {
    const repeats = Math.ceil(1_000_000 / (text.length + 500))
    const repeated = (answer: () => unknown) => () => {
      for (let i = 0; i < repeats; i++) answer()
    }
    const { peer, ours } = interleaveCpu(
      {
        peer: repeated(() =>
          robotsParser('https://www.example.com/robots.txt', text).isAllowed(URL, 'AnyBot'),
        ),
        ours: repeated(() => robots(text).mayFetch({ userAgent: 'AnyBot', url: URL })),
      },
      repeats,
    )
    return [name, duration(peer!), duration(ours!), (ours! / peer!).toFixed(1)]
  })
  return table(['file', 'robots-parser', 'ours', 'times as long'], rows)
}

if (import.meta.main) console.log(firstQuestion())
