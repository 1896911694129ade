/**
 * I6: what site.toml prohibits to categories, in other vocabularies.
 */
import { expect, it, test } from 'vitest'
import { convert, VOCABULARIES } from '../../../src/author/convert/convert.ts'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { Engine } from '../../../src/decide/engine.ts'
import { readSite, readText } from '../../../src/language/site/read-site.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { knownCrawlers } from '../../../src/registry.ts'

const { crawlers } = knownCrawlers()
const ROBOTS = 'User-agent: *\nDisallow: /private/\n\nUser-agent: CCBot\nDisallow: /x\n'
const TOML = 'hosts = ["a.test"]\n[categories.training]\ncrawl = false\nindex = false\n'
const ASKED = [
  ...crawlers.map(({ name }) => `${name}/1.0`),
  'Google-Extended',
  'CCBot/2.0',
  'Larkbot/1.0',
]

function siteOf(files: Readonly<Record<string, string>>) {
  const bytes = Object.entries(files).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  )
  return readSite('a.test', new Map(bytes))
}

/** Who may not crawl these paths, by what is served for a site. */
function refused(reading: ReturnType<typeof siteOf>) {
  const generated = generateRobots(reading, { crawlers })
  const engine = new Engine(compile(generated.policy, generated), knownCrawlers())
  return ASKED.flatMap((userAgent) =>
    ['/', '/private/', '/x']
      .filter(
        (target) =>
          engine.decide({ userAgent, target, usage: 'crawl', now: 0 }).outcome === 'prohibited',
      )
      .map((target) => `${userAgent} ${target}`),
  )
}

const site = siteOf({ 'robots.txt': ROBOTS, 'site.toml': TOML })

test('--to conventional names the crawlers of the category, whole words and tokens, and decides alike', () => {
  const { text, findings } = VOCABULARIES.conventional!.convert(site, {
    originals: false,
    now: 0,
    crawlers,
  })
  // C1: to other robots `netEstate Imprint Crawler` and `netEstate NE Crawler` are one name.
  const isOneWord = (line: string) => line.split(' ').length === 2
  expect(refused(readText(text)).filter(isOneWord)).toEqual(refused(site).filter(isOneWord))
  expect(refused(site).length).toBeGreaterThan(1000)
  expect(text).toContain('User-agent: google-extended\n')
  expect(text).toContain('User-agent: the knowledge ai\n')
  expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'ACAP110 conventional records cannot express `[categories.training] index = false`',
    // C1: what follows the first word is cut.
    expect.stringMatching(/^ACAP112 .* is prohibited to `netestate`$/),
  ])
})

test('--to acap leaves the categories to site.toml, which holds beside the new records', () => {
  const { text } = VOCABULARIES.acap!.convert(site, { originals: false, now: 0, crawlers })
  expect(refused(siteOf({ 'robots.txt': text, 'site.toml': TOML }))).toEqual(refused(site))
})

it.each(Object.keys(VOCABULARIES).filter((name) => name !== 'acap'))(
  '--to %s says what it leaves out',
  (name) => {
    const { findings } = VOCABULARIES[name]!.convert(site, { originals: false, now: 0, crawlers })
    const lines = findings.filter(
      ({ source, code }) => source === 'site.toml' && code === 'ACAP110',
    )
    expect(lines.map(({ message }) => message)).toEqual([
      expect.stringContaining('[categories.training] index = false'),
    ])
  },
)

test.each(['conventional', 'content-usage', 'content-signal'] as const)(
  'the library writes no weaker robots.txt as %s without the known crawlers',
  (name) => {
    expect(() => convert(site, name)).toThrow(
      /`\[categories\]` .* `\{ crawlers: knownCrawlers\(\)\.crawlers \}`/,
    )
    expect(() => convert(site, 'rsl')).not.toThrow()
    const text = 'User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=no\n'
    expect(
      convert(siteOf({ 'robots.txt': text, 'site.toml': TOML }), name, { crawlers }).text,
    ).toMatch(/^User-agent: gptbot$/im)
  },
)

test('what is served needs the known crawlers', () => {
  expect(() => generateRobots(site)).toThrow(TypeError)
  expect(generateRobots(site, { crawlers }).files[0]!.text).toContain('User-agent: GPTBot')
})
