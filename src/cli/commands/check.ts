/** `acap check`: reports findings in policies, for people, scripts, code hosts and workflows. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DEFAULT_POLICIES, loadSite, policyPath, readGiven } from '../../author/files/load-site.ts'
import { listAges, listFindings } from '../../author/files/policy-lists.ts'
import {
  checkedTogether,
  hasErrors,
  inFolder,
  readFiles,
  renamed,
  siteCases,
  textsOf,
} from '../../author/files/read-policies.ts'
import { refuseForeignText } from '../../author/files/source-text.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import { packageVersion } from '../../base/files/package-root.ts'
import type { Io, Painted } from '../../base/io.ts'
import { printableJson, printableLine } from '../../base/printable.ts'
import { type Finding, isActionable } from '../../language/findings/diagnostic.ts'
import {
  renderFindings,
  renderGithub,
  renderJson,
  renderSarif,
  summarise,
} from '../../language/findings/render.ts'
import { readText } from '../../language/site/read-site.ts'
import { aheadInWords } from '../../language/site/routes.ts'
import { readSiteConfig } from '../../language/site/site.ts'
import { foreignMarkup } from '../../language/text/foreign-markup.ts'
import { parse } from '../../language/text/tree.ts'
import { buildSites } from '../build/built-sites.ts'
import type { Run } from '../command.ts'
import { fixFiles } from '../fix/plan-fixes.ts'

interface Checked {
  readonly findings: readonly Finding[]
  /** Errors that a comment silences: their lines stay as they are, and never go unmentioned. */
  readonly silenced: readonly Finding[]
  readonly texts: ReadonlyMap<string, string>
  /** What the dates of routes will change in sites without errors (E7). */
  readonly ahead: readonly string[]
}

type Renderer = (shown: Checked, io: Io) => string | Painted

const FORMATS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['text', forTerminal],
  ['json', ({ findings }) => printableJson(renderJson(findings))],
  ['sarif', ({ findings }) => printableJson(renderSarif(findings, packageVersion()))],
  ['github', ({ findings, silenced }) => renderGithub([...findings, ...silenced.map(asNote)])],
])

const FOR_PEOPLE: readonly string[] = ['text', 'github']

export const checkCommand: Run<'check'> = async (paths, options, io) => {
  const format = options.json ? 'json' : (options.format ?? 'text')
  const render = FORMATS.get(format)
  if (render === undefined)
    throw new UsageError(`\`${format}\` is not a format`, [...FORMATS.keys()].join(', '))
  const all: Checked[] = []
  const places = paths.length > 0 ? paths.map(policyPath) : [DEFAULT_POLICIES]
  for (const path of places) {
    if (options.fix) (format === 'text' ? io.out : io.err)(fixFiles(path))
    all.push(await checkPath(path, io))
  }
  const findings = all.flatMap((each) => each.findings)
  const shown =
    options.all || !FOR_PEOPLE.includes(format) ? findings : findings.filter(isActionable)
  const silenced = all.flatMap((each) => each.silenced)
  const texts = new Map(all.flatMap((each) => [...each.texts]))
  const ahead = all.flatMap((each) => each.ahead)
  io.out(render({ findings: shown, silenced, texts, ahead }, io))
  if (format === 'text') {
    const quiet = findings.length - shown.length
    if (quiet > 0)
      io.err(`${quiet} more need${quiet === 1 ? 's' : ''} no action: acap check --all\n`)
    const folders = places.filter((path) => path !== '-' && statSync(path).isDirectory())
    for (const folder of folders) io.err(listAges(folder))
  }
  const fails =
    hasErrors(findings) ||
    (options.strict && findings.some(({ severity }) => severity === 'warning'))
  return fails ? EXIT.findings : EXIT.ok
}

function forTerminal({ findings, silenced, texts, ahead }: Checked, io: Io): Painted {
  const framed = renderFindings(findings, texts, { colour: io.colour })
  const rest = silencedLines(silenced) + ahead.map((line) => `${printableLine(line)}\n`).join('')
  return { painted: `${framed}${framed === '' ? '' : '\n'}${summarise(findings)}\n${rest}` }
}

function silencedLines(silenced: readonly Finding[]): string {
  if (silenced.length === 0) return ''
  const lines = silenced.map(({ source, line, message, help }) => {
    return printableLine(`  ${source}:${line}  ${message}${help === null ? '' : `; ${help}`}`)
  })
  const title = `${silenced.length} error${silenced.length === 1 ? ' is' : 's are'} silenced by \`# acap-ignore\`:`
  return [title, ...lines].map((line) => `${line}\n`).join('')
}

function asNote(finding: Finding): Finding {
  return { ...finding, severity: 'note', message: `silenced error: ${finding.message}` }
}

async function checkPath(path: string, io: Io): Promise<Checked> {
  const bytes = await readGiven(path, io)
  if (bytes === null) return checkFolder(path, io)
  const name = basename(path)
  const hasSite = name === 'robots.txt' && existsSync(join(dirname(path), 'site.toml'))
  const isOfSite = hasSite || name === 'site.toml' || name === 'cases.toml'
  return isOfSite ? checkFileOfSite(path) : checkText(path, bytes)
}

async function checkFolder(folder: string, io: Io): Promise<Checked> {
  const sites = await buildSites(folder, io)
  const findings = sites.flatMap((site) => [...site.findings, ...siteCases(site).findings])
  const silenced = sites.flatMap((site) => site.silenced)
  const ahead = sites.flatMap(({ folder, files, findings }) => {
    if (hasErrors(findings)) return []
    const { config } = readSiteConfig(files.get('site.toml') ?? '')
    return aheadInWords(config.routes, Date.now()).map((sentence) => `${folder}: ${sentence}`)
  })
  return {
    findings: [...findings, ...listFindings(folder)],
    silenced,
    texts: textsOf(sites),
    ahead,
  }
}

/** The files of a site's folder are read together; of what is found, the author asks about one. */
function checkFileOfSite(path: string): Checked {
  const folder = dirname(path)
  const sites = checkedTogether([readFiles(loadSite(folder))], folder)
  const silenced = sites.flatMap(({ reading }) => inFolder(folder, reading.silenced))
  const findings = sites.flatMap((site) => [...site.findings, ...siteCases(site).findings])
  const file = join(folder, basename(path))
  const isInFile = ({ source }: Finding) => source === file
  return {
    findings: findings.filter(isInFile),
    silenced: silenced.filter(isInFile),
    texts: textsOf(sites),
    ahead: [],
  }
}

/** A robots.txt under any name, which its findings then carry. */
function checkText(path: string, bytes: Uint8Array): Checked {
  // Of a template its finding says more.
  if (foreignMarkup(parse(bytes))?.kind !== 'template')
    refuseForeignText(bytes, path, "give a folder of policies, a site's folder, or a robots.txt")
  const { findings, silenced } = readText(bytes)
  const inPath = (each: readonly Finding[]) => each.map((finding) => renamed(finding, () => path))
  return {
    findings: inPath(findings),
    silenced: inPath(silenced),
    texts: new Map([[path, new TextDecoder().decode(bytes)]]),
    ahead: [],
  }
}
