/**
 * `acap build`: compiles a folder of policies to one bundle, which the Worker imports. Errors stop
 * it.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_POLICIES } from '../../author/files/load-site.ts'
import { listAges, sharedParts } from '../../author/files/policy-lists.ts'
import { isBuildStopped, mentionFindings, reportFault } from '../../author/files/report-findings.ts'
import { EXIT, type ExitCode } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { patternsOf } from '../../program/compile/trie-builder.ts'
import { decode } from '../../program/decode.ts'
import { encode } from '../../program/encode.ts'
import {
  type Bundle,
  type ClassRef,
  RE_CRAWL_SLOT,
  RULE_DISALLOW,
  type SiteProgram,
  SLOTS,
  TAKE_DOWN_SLOT,
} from '../../program/program.ts'
import { USAGES } from '../../words/usages.ts'
import { buildSites, programsOf } from '../build/built-sites.ts'
import type { CommandIo, Options, Run } from '../command.ts'

const DEFAULT_OUT = join('dist', 'policies.bin')

export const buildCommand: Run<'build'> = async ([folder = DEFAULT_POLICIES], options, io) => {
  const out = options.out ?? DEFAULT_OUT
  const code = await attempt(folder, out, options, io).catch((fault: Error) =>
    reportFault(fault, io),
  )
  if (code === EXIT.ok || !isInService(out, io)) return code
  io.err(`acap: the policies were not built; ${out} stays as it was, and in service\n`)
  return EXIT.ok
}

async function attempt(
  folder: string,
  out: string,
  options: Options<'build'>,
  io: CommandIo,
): Promise<ExitCode> {
  const sites = options['no-sites'] ? [] : await buildSites(folder, io)
  if (isBuildStopped(sites, io)) return EXIT.findings
  const bytes = await encode({ sites: await programsOf(sites), ...sharedParts(folder, io) })
  // What was encoded is what the Worker will decode: a bundle that cannot be read back is a fault of ours.
  const decoded = decode(bytes.buffer)
  if (!decoded.ok) throw new Error(decoded.error.message)
  const { bundle } = decoded
  writeFiles([{ path: out, content: bytes }])
  const { hash } = bundle
  const names =
    bundle.sites.length === 0 ? 'no sites' : bundle.sites.map(({ name }) => name).join(', ')
  const list = bundle.sites.map(({ name, config, rules }) => {
    return { name, hosts: config.hosts, rules: rules.flags.length }
  })
  io.answer(
    { out, bytes: bytes.length, hash, sites: list },
    `${out}: ${names}; ${bytes.length} bytes, hash ${hash.slice(0, 12)}\n`,
  )
  mentionFindings(sites, folder, io)
  io.err(listAges(folder))
  if (options.dump) io.out(dumpBundle(bundle))
  return EXIT.ok
}

/**
 * Whether `wrangler dev` serves a good bundle, which then stays in service: a build step that fails would hold every
 * request. wrangler tells its build step which of its commands runs.
 */
function isInService(out: string, io: Io): boolean {
  if (io.env.WRANGLER_COMMAND !== 'dev' || !statSync(out, { throwIfNoEntry: false })?.isFile())
    return false
  return decode(new Uint8Array(readFileSync(out)).buffer).ok
}

function dumpBundle({ hash, sites, registry, networks }: Bundle): string {
  const head = [
    `bundle ${hash}`,
    `registry ${registry.crawlers.length} crawlers`,
    ...networks.map(({ name, fresh, v4, v6 }) => {
      return `network ${name}: ${v4.length / 2} IPv4 and ${v6.length / 8} IPv6 ranges, ${fresh ? 'fresh' : 'stale'}`
    }),
  ]
  return [...head, ...sites.flatMap(dumpSite)].map((line) => `${line}\n`).join('')
}

function dumpSite(site: SiteProgram): readonly string[] {
  const { name, config, version, rules, groups, routes } = site
  const classes = Array.from({ length: site.bound.length }, (_, id) => dumpClass(site, id))
  return [
    '',
    `site ${name}: hosts ${config.hosts.join(' ') || 'none'}; ACAP ${version}; ${config.mode}; ${rules.flags.length} rules`,
    ...[site.any, ...site.names].map((each) => {
      return `  name ${each.name}: ${[...refs('class', each.classes), ...refs('group', each.groups)].join(' ') || 'route or profile'}`
    }),
    ...classes.flatMap((lines, id) => [`  class ${id}`, ...lines]),
    ...groups.flatMap(({ root, globs }, id) => [
      `  group ${id}`,
      ...rulesAt(site, root),
      ...globs.map(({ glob }) => `    glob ${glob}`),
    ]),
    ...routes.map(
      ({ index, fields }) =>
        `  route ${index}: ${config.routes[index]?.match}  ${fields.map(({ text }) => text).join('; ')}`,
    ),
  ]
}

function refs(kind: string, list: readonly ClassRef[]): readonly string[] {
  return list.map(({ id, scope }) => `${kind}:${id}${scope ? ` (for ${scope.join(', ')})` : ''}`)
}

function dumpClass(site: SiteProgram, id: number): readonly string[] {
  const own = Array.from({ length: SLOTS }, (_, slot) =>
    slotLines(site, slotName(slot), site.roots[id * SLOTS + slot]!),
  )
  const bound = site.bound[id]!.flatMap(({ purposes, roots }) =>
    roots.map((root, usage) =>
      slotLines(site, `${slotName(usage)} for ${purposes.join(', ')}`, root),
    ),
  )
  return [...own, ...bound].flat()
}

function slotLines(site: SiteProgram, what: string, root: number): readonly string[] {
  return root === 0 ? [] : [`    ${what}`, ...rulesAt(site, root)]
}

/** `- /private/  robots.txt:12` prohibits, `+` permits. */
function rulesAt({ trie, rules, files }: SiteProgram, root: number): readonly string[] {
  return patternsOf(trie, root).flatMap(({ pattern, entries }) =>
    entries.map((rule) => {
      const sign = (rules.flags[rule]! & RULE_DISALLOW) === 0 ? '+' : '-'
      return `      ${sign} ${pattern}  ${files[rules.file[rule]!]?.path}:${rules.line[rule]}`
    }),
  )
}

function slotName(slot: number): string {
  if (slot === TAKE_DOWN_SLOT) return 'take-down'
  return slot === RE_CRAWL_SLOT ? 're-crawl' : USAGES[slot]!
}
