/**
 * Findings as terminals, scripts, code hosts and workflows get them. What they say is golden.test.ts's to show.
 */
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/language/findings/diagnostic.ts'
import {
  renderFindings,
  renderGithub,
  renderJson,
  renderSarif,
  summarise,
} from '../../src/language/findings/render.ts'

const FINDING: Finding = {
  code: 'ACAP039',
  severity: 'warning',
  message: '`a/` is read as `/a/`',
  help: 'write `/a/`',
  source: 'robots.txt',
  line: 2,
  column: 22,
  length: 2,
  related: [{ source: 'robots.txt', line: 1, column: 1, length: 3, message: 'see here' }],
  fix: [],
}
const SOURCES = new Map([['robots.txt', 'ACAP-crawler: *\r\nACAP-disallow-crawl: a/\r\n']])

describe('on a terminal', () => {
  it('a finding stands in a frame', () => {
    expect(renderFindings([FINDING], SOURCES)).toBe(`warning[ACAP039]: \`a/\` is read as \`/a/\`
 --> robots.txt:2:22
  |
2 | ACAP-disallow-crawl: a/
  |                      ^^
  = robots.txt:1: see here
  = help: write \`/a/\`
`)
  })

  it('it is coloured where that is wanted', () => {
    const coloured = renderFindings([FINDING], SOURCES, { colour: true })
    expect(coloured).toContain('\x1b[1;33mwarning[ACAP039]\x1b[0m')
    expect(coloured.replace(/\x1b\[[\d;]*m/g, '')).toBe(renderFindings([FINDING], SOURCES))
  })

  it('it does without the line where the file is not at hand', () => {
    expect(renderFindings([FINDING], new Map())).not.toContain('|')
  })

  it('a long line is shown around the place', () => {
    const line = `${'x'.repeat(500)} here ${'y'.repeat(500)}`
    const text = renderFindings(
      [{ ...FINDING, line: 1, column: 502, length: 4 }],
      new Map([['robots.txt', line]]),
    )
    const [, , , shown = '', marked = ''] = text.split('\n')
    expect(shown.length).toBeLessThan(120)
    expect(shown.slice(marked.indexOf('^'), marked.lastIndexOf('^') + 1)).toBe('here')
  })

  it('nothing of a policy can move the cursor or turn the text round', () => {
    const evil = 'a\x1b[2J\u202eb\x07'
    const text = renderFindings(
      [{ ...FINDING, line: 1, column: 1, message: evil }],
      new Map([['robots.txt', evil]]),
    )
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/)
  })

  it('they are counted', () => {
    const error = { ...FINDING, severity: 'error' } as const
    expect(summarise([FINDING, error, error, { ...FINDING, severity: 'note' }])).toBe(
      '2 errors, 1 warning, 1 note',
    )
    expect(summarise([])).toBe('no findings')
  })
})

it('as JSON they are what they are', () => {
  expect(JSON.parse(renderJson([FINDING]))).toEqual({
    findings: [FINDING],
    errors: 0,
    warnings: 1,
    notes: 0,
  })
})

describe('as SARIF 2.1.0', () => {
  const log = JSON.parse(
    renderSarif([FINDING, { ...FINDING, source: 'a b/ä.txt' }], '1.2.3', 'policies/x'),
  )
  const [run] = log.runs

  it('the log has one run of one tool, with a rule per code', () => {
    expect([log.version, log.runs.length, run.tool.driver.name, run.tool.driver.version]).toEqual([
      '2.1.0',
      1,
      'acap',
      '1.2.3',
    ])
    expect(run.tool.driver.rules).toMatchObject([
      { id: 'ACAP039', name: 'NoLeadingSlash', defaultConfiguration: { level: 'warning' } },
    ])
  })

  it('a result has its place, in columns of UTF-16, and its related places', () => {
    expect(run.columnKind).toBe('utf16CodeUnits')
    expect(run.results[0]).toMatchObject({
      ruleId: 'ACAP039',
      ruleIndex: 0,
      level: 'warning',
      message: { text: '`a/` is read as `/a/` (write `/a/`)' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'policies/x/robots.txt' },
            region: { startLine: 2, startColumn: 22, endColumn: 24 },
          },
        },
      ],
      relatedLocations: [{ message: { text: 'see here' } }],
    })
    expect(run.results[1].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'policies/x/a%20b/%C3%A4.txt',
    )
  })
})

it('as workflow commands they are one line each, with what would end a part escaped', () => {
  const evil = { ...FINDING, source: 'a,b:c.txt', message: '100%\r\n::error::' }
  expect(renderGithub([FINDING], 'policies/x')).toBe(
    '::warning file=policies/x/robots.txt,line=2,col=22,endColumn=24,title=ACAP039::`a/` is read as `/a/`%0Awrite `/a/`\n',
  )
  expect(renderGithub([{ ...evil, severity: 'note' }])).toBe(
    '::notice file=a%2Cb%3Ac.txt,line=2,col=22,endColumn=24,title=ACAP039::100%25%0D%0A::error::%0Awrite `/a/`\n',
  )
})
