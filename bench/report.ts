/**
 * Runs the benchmarks, and writes docs/performance.md and the costs in docs/doors.md: `npm run
 * bench`, on a commit without changes. Every figure of a table is from one run on one machine;
 * ratios between rows of a table are what to read. `npm run bench -- 'The edge' …` runs these
 * sections again. Sections that it does not know stay: they explain figures.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { writeDoorCosts } from './doors/costs.ts'
import { firstRequests } from './edge/cold.ts'
import { edgeCosts } from './edge/run.ts'
import { hostile, hostileHeaders } from './engine/hostile.ts'
import { allocation, load } from './engine/load.ts'
import { recognising, retained } from './engine/names.ts'
import { againstPeer, scale } from './engine/scale.ts'
import { byLength, byNames } from './engine/shapes.ts'
import { entrySizes } from './entry-sizes.ts'
import { typing } from './explorer/typing.ts'
import { originLayer } from './gate/origin-layer.ts'
import { gateCosts } from './gate/run.ts'
import { sizing } from './gate/sizing.ts'
import { grownRatios } from './grown-ratios.ts'
import { firstQuestion } from './language/first-question.ts'
import { manyFiles } from './language/many-files.ts'
import { parsing } from './language/parse.ts'
import { worst } from './language/worst.ts'
import { measuredBy } from './measure.ts'
import { storeCosts } from './store/run.ts'

interface Section {
  readonly title: string
  readonly text: string
  readonly command: string
  readonly run: () => string | Promise<string>
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Reading',
    text: 'Conventional files, from the text. Ours keeps a lossless tree; the last column goes on to the checked policy with all findings.',
    command: 'node bench/language/parse.ts',
    run: parsing,
  },
  {
    title: 'The first question about a robots.txt',
    text: 'CPU time of `robots(text).mayFetch` of `acap-edge/robots` and `acap-edge/robots/full` beside robots-parser: from the text to one answer, as a crawler asks that meets a site; then of further answers by the same file, a hundred pages in turns.',
    command: 'node bench/language/first-question.ts',
    run: firstQuestion,
  },
  {
    title: 'A hundred thousand robots.txt',
    text: 'What a crawler with many sites pays, beside robots-parser, in one run: CPU time, and heap after a full collection.',
    command: 'node --expose-gc bench/language/many-files.ts',
    run: manyFiles,
  },
  {
    title: 'Typing in the explorer',
    text: 'CPU time of the page’s thread in Chromium for each of 50 keys, at the end of a conventional file; a worker reads the policy beside it. Then what it costs to show the reading, and the longest task of all. Needs chromium and `npm run build`.',
    command: 'node bench/explorer/typing.ts',
    run: typing,
  },
  {
    title: 'Reading the worst shapes',
    text: 'Files of 5 MB made to be slow; in brackets how many times the same shape of 1 MB, the garbage collector’s time left out on both sides.',
    command: 'node --expose-gc bench/language/worst.ts',
    run: worst,
  },
  {
    title: 'The decision, by size of the policy',
    text: 'One crawl decision, from the full URL and the User-Agent header to a Decision. The first figure is over 20,000 distinct paths drawn evenly from all rules, the second over ten hot paths; growth is from 10 to 100,000 rules.',
    command: 'node bench/engine/scale.ts',
    run: scale,
  },
  {
    title: 'Beside robots-parser',
    text: 'The same checks on the same conventional file, one rule in ten with wildcards. `robots-parser` has parsed the file once; ours also recognises the crawler and makes a Decision. The edge renders its texts when they are read; `decide` of the library gives a plain object with all of them.',
    command: 'node bench/engine/scale.ts',
    run: againstPeer,
  },
  {
    title: 'The decision, by number of crawlers',
    text: 'Each crawler has a record of its own. An agent is recognised once per header and kept.',
    command: 'node bench/engine/shapes.ts',
    run: byNames,
  },
  {
    title: 'Recognising a client',
    text: 'CPU time from a header that was not seen before to the agent with its chains of names; a second request with it costs a look-up. `isbot` reads the same headers in the same run, and says only whether they are a bot’s.',
    command: 'node bench/engine/names.ts',
    run: recognising,
  },
  {
    title: 'Memory under many different headers',
    text: 'Heap beside the start, after so many different headers, half of them crawlers’; 2,000 names in the policy.',
    command: 'node --expose-gc bench/engine/names.ts',
    run: retained,
  },
  {
    title: 'The decision, by length of the path',
    text: '1,000 rules, one in ten with wildcards.',
    command: 'node bench/engine/shapes.ts',
    run: byLength,
  },
  {
    title: 'Hostile policies',
    text: 'The bound is what an index of the target costs, and the text of the patterns that it reaches. The build refuses policies beyond 4,000,000 steps for one request (P8).',
    command: 'node bench/engine/hostile.ts',
    run: () => `${hostile()}\n\n${hostileHeaders()}`,
  },
  {
    title: 'Compiling, carrying and loading',
    text: 'One rule in ten with wildcards. Loading checks the bundle and makes the matchers.',
    command: 'node bench/engine/load.ts',
    run: load,
  },
  {
    title: 'Allocation',
    text: 'Heap used per decision: the Decision, its verdict and the question; nothing in the match loop.',
    command: 'node --expose-gc --max-semi-space-size=512 bench/engine/load.ts',
    run: allocation,
  },
  {
    title: 'The edge',
    text: 'CPU time of workerd per request (user and system), beside hand-written Workers that do the least for the same answers, behind one nginx. The edge logs each decision on a crawler; of the plain Workers only one does, and that line is most of what a refusal costs beyond the constant answer. A crawler’s page is read for its own META before it goes out (E4), and logged: that is why it may cost half as much again as an HTMLRewriter. `rewriter: false` has the edge’s own reader write the tags. No request here comes from Cloudflare: there `request.cf` is read, too, for crawlers whose addresses no list proves. Needs nginx and h2load.',
    command: 'node bench/edge/run.ts',
    run: () => edgeCosts(),
  },
  {
    title: 'A fresh isolate',
    text: 'CPU time of workerd until the Worker has started, and of the first request then, beside plain Workers whose modules have as many bytes of code. A Worker answers made-up requests while it starts, so that most functions are compiled before the first real one comes. Each start is a process of its own.',
    command: 'node bench/edge/cold.ts',
    run: () => firstRequests(),
  },
  {
    title: 'A store of sites',
    text: 'CPU time of workerd for the first request of a fresh isolate whose policies are in a store, 57 rules a site.',
    command: 'node bench/store/run.ts',
    run: () => storeCosts(),
  },
  {
    title: 'The gate',
    text: 'CPU time of `acap gate` per request, beside nginx and beside the least that a server in Node does for the same answers. The refusal’s promise is about time outside of the kernel, which on some machines wakes a process for each request. Needs nginx and h2load.',
    command: 'node bench/gate/run.ts',
    run: () => gateCosts(15),
  },
  {
    title: 'The answers of origins',
    text: 'CPU time of a request to an origin: the HTTP client behind the layer that reads sloppy answers leniently, beside the same client alone. It is a part of each page through the gate, and most of what a reader’s page costs beyond a bare proxy. The layer counts bytes, and makes a second stream of each connection; writes past that stream saved nothing.',
    command: 'node bench/gate/origin-layer.ts',
    run: () => originLayer(),
  },
  {
    title: 'Several gates',
    text: 'Gates with one rate in Redis (`--redis`), any server before them that spreads requests. Requests a second are what CPU time allows on one core; a gate uses one core, so begin with one for each core that is free. Requests go to each gate in turn for the last column. Needs nginx, redis-server and h2load.',
    command: 'node bench/gate/sizing.ts',
    run: sizing,
  },
  {
    title: 'The library',
    text: 'What a program carries that imports all of an entry, or one function, by esbuild. Needs `npm run build`.',
    command: 'node bench/entry-sizes.ts',
    run: entrySizes,
  },
]

const FILE = 'docs/performance.md'

/** The sections as the document has them, by their titles. */
function written(): ReadonlyMap<string, string> {
  const sections = readFileSync(FILE, 'utf8').trimEnd().split('\n\n## ').slice(1)
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), `## ${section}`]),
  )
}

/** A section with new figures. */
async function measured({ title, text, command, run }: Section): Promise<string> {
  console.log(`${title} …`)
  const figures = await run()
  return `## ${title}\n\n${text} \`${command}\`: ${measuredBy()}.\n\n${figures}`
}

/**
 * Runs one part of the report; a fault ends the run as a whole, and not its other parts. Says how
 * long it took.
 */
async function attempt(title: string, part: () => Promise<void>): Promise<void> {
  const start = Date.now()
  try {
    await part()
  } catch (fault) {
    console.error(`${title} failed:`, fault)
    process.exitCode = 1
  }
  console.log(`  ${Math.round((Date.now() - start) / 1000)} s`)
}

/**
 * Measures the sections with these titles, or all, and writes each as soon as it is there; others
 * stay as they are. Prints the ratios that grew. A section that fails keeps its old figures.
 */
async function report(titles: readonly string[]): Promise<void> {
  const texts = new Map(written())
  const asked = ({ title }: Pick<Section, 'title'>) => titles.length === 0 || titles.includes(title)
  for (const section of SECTIONS.filter(asked)) {
    const { title } = section
    await attempt(title, async () => {
      const text = await measured(section)
      for (const ratio of grownRatios(texts.get(title) ?? '', text)) console.log(`  grew: ${ratio}`)
      texts.set(title, text)
      writeFileSync(FILE, `${[...HEAD, ...inOrder(texts)].join('\n\n')}\n`)
    })
  }
  if (!asked(DOORS)) return
  console.log(`${DOORS.title} …`)
  await attempt(DOORS.title, async () => void (await writeDoorCosts(7)))
}

/** What docs/doors.md says of the servers that obey exported files. */
const DOORS = { title: 'What they cost' }

/** The sections as they stand above, then the ones that explain figures. */
function inOrder(texts: ReadonlyMap<string, string>): readonly string[] {
  const measured = SECTIONS.map(({ title }) => title)
  const explaining = [...texts.keys()].filter((title) => !measured.includes(title))
  return [...measured, ...explaining].flatMap((title) => texts.get(title) ?? [])
}

const HEAD = [
  '# Performance',
  'Generated by `npm run bench`. All times are CPU time, so that other work on the machine counts little; contestants take turns in many short rounds, and ratios are the medians of the rounds’ ratios. Read the ratios: times are those of one machine. Each section says its commit; a whole run takes all from one.',
]

await report(process.argv.slice(2))
process.exit()
