/**
 * `acap explain CODE`: what a finding means. `acap explain SITE URL --as UA`: what the edge does
 * with a request, and why.
 */

import { join, relative } from 'node:path'
import { explainAsked, printedExplanation } from '../../author/explain/asked-request.ts'
import { authorFile } from '../../author/explain/author-terms.ts'
import { explanationText } from '../../author/explain/explain-request.ts'
import { readCards } from '../../author/files/agent-cards.ts'
import { readMoment } from '../../author/files/checked-value.ts'
import { compileSite } from '../../author/files/load-programs.ts'
import { DEFAULT_POLICIES, findSite } from '../../author/files/load-site.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { mentionFindings, readSound } from '../../author/files/report-findings.ts'
import { type ExitCode, UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { parseAddress } from '../../base/ip-address.ts'
import { siteContextsOf } from '../../decide/judge.ts'
import { readPlace } from '../../decide/read-place.ts'
import { explainCode } from '../../language/findings/diagnostic.ts'
import { wrapped } from '../../language/findings/render.ts'
import { isUsage, USAGES } from '../../words/usages.ts'
import type { CommandIo, Run } from '../command.ts'
import { explainLines } from '../input/explain-lines.ts'

function explainFinding(code: string, io: CommandIo): ExitCode {
  const row = explainCode(code)
  if (row === null)
    throw new UsageError(
      `\`${code}\` is not a code of a finding`,
      'acap check prints them in brackets',
    )
  // Pages of the documentation are named by where they are on this machine.
  const text = row.explain.replace(/\bdocs\/[\w-]+\.md/g, (page) =>
    relative('', join(PACKAGE_ROOT, page)),
  )
  return io.answer(row, `${row.code} (${row.severity})\n\n${wrapped(text)}\n`)
}

export const explainCommand: Run<'explain'> = ([first, url], options, io) => {
  if (options.batch) {
    if (url !== undefined)
      throw new UsageError('--batch takes a site or a folder of sites', 'acap explain SITE --batch')
    return explainLines(first ?? DEFAULT_POLICIES, options, io)
  }
  if (first === undefined) throw new UsageError('missing CODE|SITE', 'acap explain ACAP005')
  if (/^acap\d+$/i.test(first) && url === undefined) return explainFinding(first, io)
  const files = findSite(first)
  if (url === undefined) throw new UsageError('missing URL', 'acap explain SITE URL --as UA')
  if (options.as === null) throw new UsageError('missing --as', '--as "SearchBot1/1.0"')
  if (options.from !== null && parseAddress(options.from) === null) {
    throw new UsageError(`\`${options.from}\` is not an address`, '--from 192.0.2.1')
  }
  const site = readSound(files, io)
  const [context] = siteContextsOf({ sites: [compileSite(site)], ...sharedParts(site.folder, io) })
  const place = readPlace(url, context!.home)
  if (!URL.canParse(place.uri))
    throw new UsageError(`\`${url}\` is not a URL`, `a path, or ${context!.home}/…`)
  const usage = (options.usage ?? 'crawl').toLowerCase()
  if (!isUsage(usage))
    throw new UsageError(`\`${options.usage}\` is not a usage`, USAGES.join(', '))
  const asked = {
    userAgent: options.as,
    from: options.from,
    usage,
    now: readMoment(options.at),
    method: 'GET',
    ...(options.purpose.length > 0 && { purposes: options.purpose }),
  }
  const cards = readCards(options.card)
  const { judged, explanation } = explainAsked(context!, url, place, asked, cards)
  const steps = explanation.chains.flatMap((chain) => chain.steps)
  const fields = [
    ...judged.ruling.fields,
    ...steps.flatMap(({ deciding, beaten }) => [...deciding, ...beaten]),
  ]
  const places = new Set(fields.map((field) => `${authorFile(field, site.folder)}:${field.line}`))
  mentionFindings([site], site.folder, io, ({ source, line }) => places.has(`${source}:${line}`))
  return io.answer(
    printedExplanation(explanation),
    explanationText(explanation, site.folder, site.files),
  )
}
