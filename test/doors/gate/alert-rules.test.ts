/**
 * The alert rules of docs/servers/acap.rules.yml: they name metrics, labels and values that a gate has, and Prometheus reads them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Metrics } from '../../../src/doors/gate/metrics.ts'
import { LOGGED_OUTCOMES, PROOFS } from '../../../src/words/log-line.ts'
import { missing } from '../../support/debian.ts'

const FILE = 'docs/servers/acap.rules.yml'
const RULES = readFileSync(FILE, 'utf8')
/** A metric with its matchers, if there are any. */
const METRIC = /\b(acap_\w+)(?:\{([^}]*)\})?/g
const MATCHER = /(\w+)(?:!?=)"(\w+)"|(\w+)=~/g
/** What the labels may have that are no names. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  outcome: LOGGED_OUTCOMES,
  assurance: PROOFS,
  mode: ['enforce', 'observe', 'off'],
  level: ['warning', 'error'],
  result: ['good', 'bad'],
  status: ['2xx', '3xx', '4xx', '5xx'],
  crawler: ['other'],
}

interface Described {
  readonly name: string
  readonly labelNames: readonly string[]
}

/** The metrics that /metrics prints, those of Redis included. */
function printed(): ReadonlyMap<string, readonly string[]> {
  const metrics = new Metrics({ bundle: () => null, ratesAreUp: () => true })
  const all = metrics.described() as unknown as readonly Described[]
  return new Map(all.map(({ name, labelNames }) => [name, labelNames]))
}

test('every metric, label and value in the rules is one of the gate', () => {
  const metrics = printed()
  const used = [...RULES.matchAll(METRIC)]
  expect(used.length).toBeGreaterThan(9)
  for (const [, name, matchers = ''] of used) {
    const labels = metrics.get(name!.replace(/_(?:count|sum|bucket)$/, ''))
    expect(labels, name).toBeDefined()
    for (const [, exact, value, pattern] of matchers.matchAll(MATCHER)) {
      expect(labels, name).toContain(exact ?? pattern)
      if (exact !== undefined) expect(VALUES[exact], `${name} ${exact}`).toContain(value)
    }
  }
})

test('every label that a rule sums by or shows is one of its metrics', () => {
  const labels = new Set(['instance', ...[...printed().values()].flat()])
  const named = [...RULES.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(', '))
  const shown = [...RULES.matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name!)
  expect([...named, ...shown].filter((name) => !labels.has(name))).toEqual([])
})

/** Samples of an hour, a minute apart, and the alerts that they are to give. */
const CASES = `rule_files: [${resolve(FILE)}]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - series: 'acap_decisions_total{site="a",crawler="googlebot",outcome="prohibited",mode="enforce",assurance="verified"}'
        values: '1+1x60'
      - series: 'acap_decisions_total{site="a",crawler="bingbot",outcome="prohibited",mode="enforce",assurance="forged"}'
        values: '1+3x60'
      - series: 'acap_bundle_info{hash="0123456789abcdef"}'
        values: '1x60'
    alert_rule_test:
      - { eval_time: 1h, alertname: AcapNoPolicies }
      - eval_time: 1h
        alertname: AcapSearchEngineRefused
        exp_alerts:
          - exp_labels: { severity: warning, site: a, crawler: googlebot }
            exp_annotations:
              summary: googlebot was refused on a
              description: If that is not meant, ask \`acap explain\` about a URL of its log lines.
      - eval_time: 1h
        alertname: AcapForgedNames
        exp_alerts:
          - exp_labels: { severity: info, site: a, crawler: bingbot }
            exp_annotations:
              summary: Somebody calls itself bingbot on a, from other networks than its operator's
`

test.skipIf(missing('the alert rules in Prometheus', 'prometheus'))(
  'Prometheus reads the rules, and they fire',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-rules-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'cases.yml'), CASES)
    expect(execFileSync('promtool', ['check', 'rules', FILE], { encoding: 'utf8' })).toContain(
      'SUCCESS: 10 rules found',
    )
    expect(
      execFileSync('promtool', ['test', 'rules', join(folder, 'cases.yml')], { encoding: 'utf8' }),
    ).toContain('SUCCESS')
  },
)
