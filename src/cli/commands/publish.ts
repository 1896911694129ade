/**
 * `acap publish`: writes a folder of policies to a store that Workers and gates read. Errors stop
 * it.
 */

import { DEFAULT_POLICIES } from '../../author/files/load-site.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { isBuildStopped, mentionFindings } from '../../author/files/report-findings.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { openLog } from '../../logs/read/open-log.ts'
import { buildSites, buildVersion } from '../build/built-sites.ts'
import type { CommandIo, Options, Run } from '../command.ts'
import {
  comparisonText,
  damageText,
  publishedText,
  releaseText,
  rolledBackText,
  ShadowTally,
} from '../store/publish-report.ts'
import { Publisher } from '../store/publisher.ts'
import { targetAt } from '../store/target-at.ts'

export const publishCommand: Run<'publish'> = async ([folder = DEFAULT_POLICIES], options, io) => {
  refuseMixture(options)
  if (options.compare !== null) return compare(options.compare, io)
  if (options.to === null)
    throw new UsageError(
      'missing --to',
      'acap publish --to FOLDER, or --to kv:POLICIES as wrangler.toml binds it',
    )
  const publisher = new Publisher(targetAt(options.to, options))
  if (options.list) return list(publisher, options, io)
  if (options.prune) return prune(publisher, options, io)
  return options.rollback
    ? rollBack(publisher, options, io)
    : publish(publisher, folder, options, io)
}

function refuseMixture(options: Options<'publish'>): void {
  const all = ['list', 'prune', 'rollback', 'shadow', 'rollout', 'compare', 'rebuild'] as const
  const modes = all.filter((name) => options[name])
  if (modes.length > 1)
    throw new UsageError(
      `--${modes[0]} and --${modes[1]} cannot be used together`,
      'acap publish --help',
    )
  if (options.version !== null && !options.rollback)
    throw new UsageError('--version needs --rollback')
}

async function publish(
  publisher: Publisher,
  folder: string,
  options: Options<'publish'>,
  io: CommandIo,
): Promise<ExitCode> {
  const percent = options.shadow ? 0 : options.rollout === null ? null : percentIn(options.rollout)
  const sites = await buildSites(folder, io)
  if (isBuildStopped(sites, io)) return EXIT.findings
  const shared = sharedParts(folder, io)
  const compiled = sites.map((site) => site.compiled!)
  const built = await buildVersion(compiled, shared)
  const published = await publisher.publish(built, {
    percent,
    dryRun: options['dry-run'],
    all: options.all,
    rebuild: options.rebuild,
  })
  const { isNew, uploaded, sites: changed, removed, damage, release } = published
  const keys = uploaded.map(({ key }) => key)
  const bytes = uploaded.reduce((sum, value) => sum + value.bytes.length, 0)
  const about = { to: options.to, dryRun: options['dry-run'], isNew, uploaded: keys, bytes }
  const text = publishedText(published, options.to!, sites.length, options['dry-run'])
  mentionFindings(sites, folder, io)
  return io.answer({ ...about, sites: changed, removed, damage, release }, text)
}

async function list(
  publisher: Publisher,
  options: Options<'publish'>,
  io: CommandIo,
): Promise<ExitCode> {
  const release = existing(await publisher.release(), options)
  const damage = await publisher.damage(release)
  const code = damage.length === 0 ? EXIT.ok : EXIT.failure
  return io.answer({ ...release, damage }, releaseText(release) + damageText(damage), code)
}

async function rollBack(
  publisher: Publisher,
  options: Options<'publish'>,
  io: CommandIo,
): Promise<ExitCode> {
  const { version } = options
  if (version !== null && !/^\d+$/.test(version))
    throw new UsageError(`\`${version}\` is not the number of a version`, 'acap publish --list')
  const number = version === null ? null : Number(version)
  const done = existing(await publisher.rollBack(number, options['dry-run']), options)
  return io.answer(done.release, rolledBackText(done.before, done.release, options['dry-run']))
}

async function prune(
  publisher: Publisher,
  options: Options<'publish'>,
  io: CommandIo,
): Promise<ExitCode> {
  const keys = existing(await publisher.prune(options['dry-run']), options)
  const verb = options['dry-run'] ? 'would be removed' : 'removed'
  return io.answer({ removed: keys }, `${keys.length} values ${verb}\n`)
}

async function compare(path: string, io: CommandIo): Promise<ExitCode> {
  const tally = new ShadowTally()
  for await (const lines of openLog(path, io.stdin).blocks)
    for (const line of lines) tally.add(line)
  const comparisons = tally.comparisons()
  return io.answer(comparisons, comparisonText(comparisons))
}

function existing<T>(found: T | null, { to }: Options<'publish'>): T {
  if (found === null) throw new UsageError(`nothing was published to \`${to}\``, 'acap publish')
  return found
}

function percentIn(text: string): number {
  const percent = Number(text.replace(/%$/, ''))
  if (/^\d{1,3}(?:\.\d{1,2})?%?$/.test(text) && percent > 0 && percent <= 100) return percent
  throw new UsageError(
    `\`${text}\` is not a share of hosts`,
    'more than 0% and at most 100%, such as 10%',
  )
}
