/**
 * What findings propose: a repair removes its finding, and raises no error.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/language/findings/diagnostic.ts'
import { edited, editsFor } from '../../src/language/findings/edits.ts'
import { applyFixes } from '../../src/language/policy/check.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { parse } from '../../src/language/text/tree.ts'
import { policyTexts } from '../support/language/policy-texts.ts'
import { runs } from '../support/runs.ts'

const read = (text: string) => readText(text, 'edits', { now: 0 })

/** Each text that one repair of a text makes. */
function repairs(text: string) {
  const { findings, trees } = read(text)
  const tree = trees.get('robots.txt')!
  return editsFor(findings, trees).map((edit) => ({ edit, findings, after: edited(tree, [edit]) }))
}

const count = (findings: readonly Finding[], code: string) =>
  findings.filter((each) => each.code === code).length
const isSame = (a: Finding, b: Finding) =>
  a.code === b.code && a.line === b.line && a.column === b.column && a.message === b.message
const errors = (findings: readonly Finding[]) =>
  findings.filter(({ severity }) => severity === 'error').length

/** A word that is corrected, an address made a path, and a line break let what follows be read for the first time, a version the rest of the file. */
const isCorrection = ({ code, help }: Finding) =>
  ['ACAP104', 'ACAP026', 'ACAP038', 'ACAP142'].includes(code) ||
  help?.startsWith('did you mean') === true

function expectRemedies(text: string): void {
  for (const { edit, findings, after } of repairs(text)) {
    const left = read(after).findings
    const { code } = edit.finding
    const label = `${code} in ${JSON.stringify(edit.before)}, repaired as ${JSON.stringify(edit.after)}`
    if (edit.after === null) expect(count(left, code), label).toBeLessThan(count(findings, code))
    else
      expect(
        left.filter((each) => isSame(each, edit.finding)),
        label,
      ).toEqual([])
    if (!isCorrection(edit.finding))
      expect(errors(left), label).toBeLessThanOrEqual(errors(findings))
  }
}

const names = fc
  .array(
    fc.constantFrom(
      'AhrefsBot',
      'Foo',
      '/7.0',
      ' Bot 2',
      '9',
      '.x',
      ' (beta)',
      '*',
      ' ',
      '#',
      'Googelbot',
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => `User-agent: ${parts.join('')}\nDisallow: /\n`)

/** Words of each kind that a finding knows another spelling of. */
const ACAP = `User-agent: Googlebot
Content-Signal: search=yes, ai-train=no, ai-input=no
Disallow: /private/
Crawl-delay: 10

Sitemap: https://www.example.com/sitemap.xml

ACAP-version: 1.1
ACAP-resource-set: archive /archive/ /library/
ACAP-qualified-usage: mine present-snippet max-length=40-words
ACAP-crawler: *
ACAP-disallow-index: the-acap:resource-set:archive
ACAP-allow-(mine): /news/
ACAP-allow-present-snippet: /news/ max-length=40-words
ACAP-allow-preserve: /news/ time-limit=7-days
`

/** As a file has them: without half of a surrogate pair. */
const storedTexts = policyTexts.map((text) => Buffer.from(text).toString())

describe('a repair', () => {
  it.each([
    ['AhrefsBot/7.0', 'AhrefsBot'],
    ['Foo 2.0', 'Foo'],
    ['Foo Bot 2', null],
    ['archive.org_bot', null],
  ])('drops a version from a name, and never makes it vaguer: %s', (name, token) => {
    const text = (written: string) => `User-agent: ${written}\nDisallow: /\n`
    expect(repairs(text(name)).map(({ after }) => after)).toEqual(
      token === null ? [] : [text(token)],
    )
  })

  it.each([
    ['a second version', 'ACAP-version: 1.1\r\nACAP-version: 1.1\r\n', 'ACAP-version: 1.1\r\n'],
    ['a URL', 'ACAP-crawler: a\nACAP-disallow-crawl: https://x.test/a\n', ': /a\n'],
    ['a host', 'ACAP-crawler: a\nACAP-disallow-crawl: https://x.test\n', ': /\n'],
    ['a path without slash', 'ACAP-crawler: a\nACAP-disallow-crawl: a\n', ': /a\n'],
  ])('is a member of its finding: %s', (_, text, end) => {
    const [found] = read(text).findings.filter(({ fix }) => fix.length > 0)
    const [{ span, text: written } = { span: null, text: '' }] = found!.fix
    const lines = text.split(/(?<=\n)/)
    const line = lines[span!.line - 1]!
    const from = span!.column - 1
    lines[span!.line - 1] = line.slice(0, from) + written + line.slice(from + span!.length)
    expect(lines.join('').endsWith(end)).toBe(true)
    expect(repairs(text).map(({ after }) => after)).toContain(lines.join(''))
  })

  it.each([
    ['Content-Signal: search=yes, ai-trian=no', 'Content-Signal: search=yes, ai-train=no'],
    ['Content-Signal: serch = no', 'Content-Signal: search = no'],
    ['Disallow: /é/a/ü$', 'Disallow: /%C3%A9/a/%C3%BC$'],
    ['Host: a.test\nHost: b.test', ''],
  ])('leaves what is right around it: %s', (lines, repaired) => {
    const text = (written: string) => `User-agent: *\nDisallow: /x\n${written}\n`
    const { findings } = read(text(lines))
    const tree = applyFixes(parse(text(lines)), findings)
    expect(tree.source.text).toBe(text(repaired).replace(/\n\n$/, '\n'))
  })

  it('gives a misspelt word back, wherever it is', () => {
    for (const { 0: word, index } of ACAP.matchAll(/[a-z][a-z-]{4,}/gi))
      for (let at = 1; at < word.length - 2; at++) {
        const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
        const text = ACAP.slice(0, index) + swapped + ACAP.slice(index + word.length)
        const number = ACAP.slice(0, index).split('\n').length
        // Where a name is defined otherwise, it is its use that is repaired.
        const own = repairs(text).filter(({ edit: { finding } }) => finding.line === number)
        for (const { after } of own) expect(after, swapped).toBe(ACAP)
      }
  })

  it.each([
    ['a file without the line', 'User-agent: *\n\n\nDissalow: /\n', ''],
    [
      'a file that is repaired',
      'User-agent GPTBot\nDisallow: /\n',
      'User-agent: GPTBot\nDisallow: /\n',
    ],
    [
      'a file with a new line',
      'User-agent: *\nDissalow: /private/\n',
      'User-agent: *\nDisallow: /news/\nDissalow: /private/\n',
    ],
  ])('of findings of another text is a TypeError: %s', (_, text, other) => {
    const { findings } = read(text)
    const fault = 'its findings are of another text'
    expect(() => applyFixes(parse(other), findings)).toThrow(new RegExp(`^robots.txt: ${fault}`))
    expect(() => applyFixes(parse(text), structuredClone(findings))).toThrow(fault)
    const copies = findings.map((each) => ({ ...each }))
    expect(applyFixes(parse(text), copies).source.text).not.toBe(text)
  })

  it('removes its finding and names the same crawlers, in names', () => {
    const tokens = (text: string) => read(text).policy.groups.map((group) => group.tokens)
    const expectSame = (text: string) => {
      expectRemedies(text)
      for (const { edit, after } of repairs(text))
        if (edit.finding.code === 'ACAP020') expect(tokens(after)).toEqual(tokens(text))
    }
    fc.assert(fc.property(names, expectSame), { numRuns: runs(500, 100_000) })
  })

  it('breaks a line at its first lost field, also where that follows a name at once', () => {
    const [first] = repairs('User-agent: ACAP-disallow-crawl: /x Disallow: /\n')
    expect(first!.after).toBe('User-agent: \nACAP-disallow-crawl: /x\nDisallow: /\n')
    const [second] = repairs('User-agent:Allow: /aDisallow: /b\nDisallow: /shop\n')
    expect(second!.after).toBe('User-agent:\nAllow: /a\nDisallow: /b\nDisallow: /shop\n')
    const third = repairs('User agent: neDisallow: /b/\n').find(
      ({ edit }) => edit.finding.code === 'ACAP142',
    )
    expect(third!.after).toBe('User agent: ne\nDisallow: /b/\n')
  })

  it('removes its finding and raises no error, in texts made of the pieces of the language', () => {
    fc.assert(fc.property(storedTexts, expectRemedies), { numRuns: runs(2_000, 100_000) })
  })
})
