/** The explanation of a request, asked of the reference: its outcome, its basis, its lines as the file has them. */
import { explainJudgement } from '../../../src/author/explain/explain-request.ts'
import { explanationText } from '../../../src/author/explain/explanation-text.ts'
import { judge } from '../../../src/decide/judge.ts'
import { readPlace } from '../../../src/decide/read-place.ts'
import { targetForm } from '../../reference/patterns.ts'
import { namesIn } from './addresses.ts'
import {
  type ExplainClaims,
  explainClaimsOf,
  type NamedLine,
  patternIn,
  ruleMatches,
} from './explain-claims.ts'
import {
  type AskedFile,
  asSaid,
  CLAIMS_NOW,
  type ClaimResult,
  headerOf,
  type Spoil,
} from './read-file.ts'

const FOLDER = 'policies/a'

export function checkExplain(file: AskedFile, mostAddresses: number, spoil = asSaid): ClaimResult {
  const step = Math.max(1, Math.ceil(file.addresses.length / mostAddresses))
  // Of several spellings of an address the edge heeds all (P6); the reference is asked of one.
  const targets = file.addresses.filter((each, i) => i % step === 0 && !/\/\/|%|\\/.test(each))
  const faults = file.names.flatMap((name) =>
    targets.flatMap((target) =>
      falseClaims(file, name, target, spoil).map((fault) => `${name} ${target}: ${fault}`),
    ),
  )
  return { asked: file.names.length * targets.length, faults }
}

function falseClaims(
  file: AskedFile,
  name: string,
  target: string,
  spoil: Spoil,
): readonly string[] {
  const { context } = file.meaning
  const place = readPlace(target, context.home)
  const judgement = judge(context, {
    ...place,
    userAgent: headerOf(name),
    from: null,
    usage: 'crawl',
    now: CLAIMS_NOW,
    method: 'GET',
  })
  if (judgement.kind !== 'crawler') return []
  const files = new Map([['robots.txt', new TextEncoder().encode(file.robots)]])
  const text = explanationText(explainJudgement(context, judgement, []), FOLDER, files)
  const claims = explainClaimsOf(spoil(text))
  const is = file.answer(name, place.target)
  const told = [claims.outcome, claims.basis, claims.usage].join()
  return [
    ...(told === [is.outcome, is.basis, 'crawl'].join()
      ? []
      : [`${told}, is ${is.outcome} by ${is.basis}`]),
    ...(claims.may === (is.outcome !== 'prohibited') ? [] : ['the sentence says otherwise']),
    ...falseLines(file, claims, is.fields),
    ...falseRules(claims, targetForm(place.target)),
    ...claims.ownGroups
      .filter((own) => !namesIn(file.robots).includes(own.toLowerCase()))
      .map((own) => `no group names ${own}`),
  ]
}

/** Each line that is named stands in the file, and the deciding ones are those of the reference. */
function falseLines(
  file: AskedFile,
  claims: ExplainClaims,
  fields: readonly { readonly line?: number; readonly text: string }[],
): readonly string[] {
  const named = [...claims.frames, ...claims.deciding, ...claims.beaten]
  const absent = [...named, ...(claims.reason === null ? [] : [claims.reason])]
    .filter((each) => !isThere(file, each))
    .map(({ line, text }) => `line ${line} is not \`${text}\``)
  const served = file.meaning.generated.files.find(({ path }) => path === 'robots.txt')
  const servedLines = served?.text.split(/\r\n|\n|\r/) ?? []
  const elsewhere = claims.served
    .filter(
      ({ line, text }) =>
        patternIn(servedLines[line - 1] ?? '')?.pattern !== patternIn(text)?.pattern,
    )
    .map(({ line, text }) => `line ${line} as served is not \`${text}\``)
  const lines = [...new Set(fields.flatMap(({ line }) => line ?? []))].sort()
  const framed = [...new Set(claims.frames.map(({ line }) => line))].sort()
  const others =
    lines.join() === framed.join() ? [] : [`frames ${framed.join()}, decided by ${lines.join()}`]
  return [...absent, ...elsewhere, ...others]
}

function isThere(file: AskedFile, { line, text }: NamedLine): boolean {
  return file.lines[line - 1]?.includes(text) === true
}

/** What decides and what is beaten matches the address, and a permission is not beaten by a shorter prohibition. */
function falseRules({ deciding, beaten }: ExplainClaims, target: string): readonly string[] {
  const rules = [...deciding, ...beaten].map(({ text }) => patternIn(text))
  const strangers = rules
    // Other signs are compared percent-encoded.
    .filter((rule) => rule !== null && /^[\w/.*?=&+-]*\$?$/.test(rule.pattern))
    .filter((rule) => !ruleMatches(rule!.pattern, target))
    .map((rule) => `\`${rule!.pattern}\` does not match`)
  const longest = Math.max(0, ...deciding.map(({ text }) => patternIn(text)?.pattern.length ?? 0))
  const longer = beaten
    .map(({ text }) => patternIn(text)?.pattern ?? '')
    .filter((pattern) => pattern.length > longest)
    .map((pattern) => `\`${pattern}\` is beaten by a shorter one`)
  return [...strangers, ...longer]
}
