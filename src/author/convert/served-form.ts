/**
 * Arranges the generated files as the site wants them served (R4): ACAP inside robots.txt, or in a
 * separate file.
 */
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import { allFields, type Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START } from '../../language/text/source.ts'
import { hasRepReaders } from '../../program/compile/compile.ts'
import { wholePolicyPath } from '../../words/document-paths.ts'
import { type GeneratedRobots, servedGroups, textOf } from '../served/generate-robots.ts'
import { added, paragraphs, type ServedLine } from '../served/served-line.ts'
import { conventionalDraft } from './conventional.ts'
import { type CrawlConversion, convertCrawl } from './crawl-conversion.ts'

/**
 * The fields that Lighthouse's audit of robots.txt knows (12.8, `core/audits/seo/robots-txt.js`).
 */
const PLAIN =
  /^(?:user-agent|allow|disallow|sitemap|crawl-delay|clean-param|host|request-rate|visit-time|noindex)[ \t]*:/i

/** Moves ACAP to the file that site.toml chooses. Without such a choice nothing changes. */
export function servedForm(
  reading: SiteReading,
  generated: GeneratedRobots,
  now: number,
): GeneratedRobots {
  const path = wholePolicyPath(reading.policy.config)
  if (path === 'robots.txt') return generated
  const [whole, ...others] = generated.files
  const { lines, findings } = plainRobots(reading, generated, now)
  const text = textOf(lines)
  const { policy } = generated
  return {
    ...generated,
    files: [{ path, text: whole!.text }, { path: 'robots.txt', text }, ...others],
    policy: hasRepReaders(policy) ? { ...policy, repGroups: servedGroups(text, lines) } : policy,
    findings: [
      ...generated.findings,
      ...findings,
      ...(reading.trees.has(path)
        ? [finding({ ...FILE_START, source: path }, 'path-of-policy', [])]
        : []),
    ],
  }
}

/**
 * The author's own conventional lines where ACAP says no more of the crawl than they do, else the
 * conversion.
 */
function plainRobots(
  reading: SiteReading,
  generated: GeneratedRobots,
  now: number,
): Pick<CrawlConversion, 'lines' | 'findings'> {
  const own = () => plainLines(conventionalPart(generated.lines))
  // Policies with errors are not compared: they are wrong, or take too long to decide.
  if ([...reading.findings, ...generated.findings].some(isError))
    return { lines: own(), findings: [] }
  const draft = conventionalDraft(reading, generated, { originals: false, now })
  const { lines } = draft
  const isConverted = decidesCrawl(reading.policy)
  return convertCrawl({
    ...draft,
    vocabulary: 'robots.txt',
    looser: 'closed-in-acap-alone',
    rules: isConverted ? draft.rules : [],
    lines: isConverted ? () => plainLines(lines()) : own,
  })
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

/**
 * Whether the policy says more about the crawl than its conventional lines say to a crawler of RFC
 * 9309.
 */
function decidesCrawl({ records, groups, ignoresConventional }: Policy): boolean {
  const inRecords = records.some(
    (record) =>
      record.actions.some(({ action }) => action === 'take-down') ||
      allFields(record).some(({ usage }) => usage === 'crawl'),
  )
  const isOlder = groups.some(({ settings }) =>
    settings.some(({ value }) => value.kind === 'robot-version'),
  )
  return ignoresConventional || inRecords || isOlder
}

/**
 * Conventional lines come first in what is generated (C3); a comment above the first ACAP line
 * belongs to that.
 */
function conventionalPart(lines: readonly ServedLine[]): readonly ServedLine[] {
  const first = lines.findIndex(({ text }) => /^acap-/i.test(text))
  if (first < 0) return lines
  return lines.slice(0, lines.findLastIndex(({ text }, place) => place < first && text === '') + 1)
}

function plainLines(lines: readonly ServedLine[]): ServedLine[] {
  const kept = lines.filter(({ text }) => /^(?!##ACAP )(?:#|$)/.test(text) || PLAIN.test(text))
  return paragraphs([
    [added('# The whole policy, with what robots.txt cannot say: /acap.txt')],
    kept,
  ])
}
