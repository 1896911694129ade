/**
 * The catalogue of findings + the golden files → their reference in Markdown: what each means, and one example as
 * `acap check` prints it. It knows no finding by name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { CATALOG } from '../../src/language/findings/diagnostic.ts'
import { wrapped } from '../../src/language/findings/render.ts'

const GOLDEN = `${import.meta.dirname}/../../test/golden`
const SUMMARY = /^\d+ (?:error|warning|note)s?/

/** A rule's id that is not a section of ACAP's Part 1 or 2 (`ACAP Part 1, 2.3`). */
const RULE = /\b([RVIPLQFECXAMT][1-9]\d?)\b(?! (?:\d|fn))/g

/** Writes the reference. */
export function diagnosticsReference(introduction: string): string {
  const examples = shortestByCode()
  const kinds = Object.entries(CATALOG).toSorted(([, a], [, b]) => a.code.localeCompare(b.code))
  const index = kinds.map(
    ([name, { code, severity }]) => `- [${code}](#${code}) ${plain(name)}, ${severity}`,
  )
  const sections = kinds.map(([name, { code, severity, explain }]) => {
    const example = examples.get(code)
    return [
      `## <a id="${code}"></a>${code}: ${plain(name)}`,
      `Severity: ${severity}.`,
      wrapped(explain).replace(RULE, '[$1](semantics.md#$1)'),
      ...(example === undefined ? [] : ['```text\n'.concat(example, '\n```')]),
    ].join('\n\n')
  })
  return ['# Findings', introduction, index.join('\n'), ...sections].join('\n\n').concat('\n')
}

function plain(name: string): string {
  return name.replaceAll('-', ' ')
}

/** For each code, the shortest finding that a golden file shows. */
function shortestByCode(): ReadonlyMap<string, string> {
  const shortest = new Map<string, string>()
  for (const finding of goldenFindings()) {
    const code = /^\w+\[(\w+)\]/.exec(finding)?.[1]
    const known = shortest.get(code!)
    if (code !== undefined && (known === undefined || finding.length < known.length))
      shortest.set(code, finding)
  }
  return shortest
}

/** Every finding, framed, of the golden files, in the order of their names. */
function goldenFindings(): readonly string[] {
  return ['err', 'ok'].flatMap((folder) =>
    readdirSync(`${GOLDEN}/${folder}`)
      .filter((name) => name.endsWith('.findings'))
      .sort()
      .flatMap((name) => readFileSync(`${GOLDEN}/${folder}/${name}`, 'utf8').split('\n\n'))
      .filter((text) => !SUMMARY.test(text)),
  )
}
