/**
 * Describes what a robots.txt requests besides its rules: Content-Signal, Content-Usage, License,
 * and prohibitions in comments at its top. They are repeated, not enforced.
 */
import { inRow, namesShown } from '../../crawlers/best-known.ts'
import { pathBefore } from '../../language/checks/context.ts'
import { fileFields, tokenGroups } from '../../language/policy/chosen-groups.ts'
import type { Line } from '../../language/text/lines.ts'
import { fieldText, fieldValue, type Tree } from '../../language/text/tree.ts'
import type { SummarySentence } from './summary-sentences.ts'

/** Sentences under a heading. */
interface AskedSection {
  readonly title: string
  readonly sentences: readonly SummarySentence[]
}

/** How people call what the words of both vocabularies name. */
const WORDS: Readonly<Record<string, string>> = {
  'ai-train': 'training',
  'train-ai': 'training',
  'ai-input': 'answers',
  'ai-use': 'answers',
}
const ANSWERS: Readonly<Record<string, string>> = { y: 'yes', n: 'no' }
const MOST_NAMES = 6
const SIGNALS: readonly string[] = ['Content-Signal', 'Content-Usage']

/**
 * What the file asks, and its comments; no section where there is nothing. `spell` gives a name as
 * the author writes it.
 */
export function askedSections(
  tree: Tree,
  spell: (name: string) => string,
): readonly AskedSection[] {
  const sections = [
    {
      title: 'What robots.txt asks',
      sentences: [...signals(tree, spell), ...licences(tree, spell)],
    },
    { title: 'Comments in robots.txt', sentences: forbiddenByComments(tree) },
  ]
  return sections.filter(({ sentences }) => sentences.length > 0)
}

/** The lines of groups with whom they are for. */
function boundLines(tree: Tree, names: readonly string[], spell: (name: string) => string) {
  const groups = tokenGroups(tree)
  const isAlone = groups.every(({ tokens }) => tokens.every((token) => token === '*'))
  return groups.flatMap(({ node, names: tokens }) =>
    node.fields.flatMap(({ line, namesSeen }) => {
      if (line.field === null || !names.includes(line.field.name)) return []
      const own = tokens.slice(0, namesSeen).filter((name) => name !== null)
      const others = isAlone ? 'every crawler' : 'crawlers without a group of their own'
      const spelt = (name: string) => (name === '*' ? others : spell(name))
      const whom = namesShown([...new Set(own)], MOST_NAMES, spelt, () => true)
      return whom.length === 0 ? [] : [{ line, whom: inRow(whom) }]
    }),
  )
}

function signals(tree: Tree, spell: (name: string) => string): readonly SummarySentence[] {
  return boundLines(tree, SIGNALS, spell).flatMap(({ line, whom }) => {
    const value = fieldValue(tree, line)
    const path = pathBefore(value)
    const asks = pairsInWords(value.slice(path.length))
    if (asks === '') return []
    const place = path === '' ? '' : ` at \`${path}\``
    return [said(tree, line, `For ${whom} the file asks${place}: ${asks}`)]
  })
}

function pairsInWords(text: string): string {
  const pairs = Array.from(
    text.matchAll(/([^\s,=]+)\s*=\s*([^\s,;]+)/g),
    ([, key = '', value = '']) =>
      `${WORDS[key.toLowerCase()] ?? key} ${ANSWERS[value.toLowerCase()] ?? value}`,
  )
  return pairs.join(', ')
}

function licences(tree: Tree, spell: (name: string) => string): readonly SummarySentence[] {
  const everybody = fileFields(tree)
    .filter(({ field }) => field?.name === 'License')
    .map((line) => ({ line, whom: 'every crawler' }))
  return [...everybody, ...boundLines(tree, ['License'], spell)].flatMap(({ line, whom }) => {
    const value = fieldValue(tree, line)
    return value === ''
      ? []
      : [said(tree, line, `For ${whom} the file names a licence, \`${value}\``)]
  })
}

function said(tree: Tree, line: Line, text: string): SummarySentence {
  const field = { source: tree.source.file, line: line.number, text: fieldText(tree, line) }
  return {
    text: `${text} (${line.field!.name}, line ${line.number}).`,
    fields: [{ field, target: '/' }],
  }
}

const FORBIDS =
  /\b(?:prohibit|forbid|not (?:be )?(?:permitted|allowed|authori[sz]ed|used?)|may not|must not|do(?:es)? not (?:permit|allow|consent)|without (?:\w+ )*(?:permission|consent|licen[cs]e)|reserv(?:e|es|ed|ation)|opt(?:s|ed|ing)?[- ]?out|untersagt|verboten|interdit)/i
/** Comments that tools read. */
const TOOLS = /^(?:acap-ignore|ACAP version)\b/i
const MOST_COMMENTS = 3
const LONGEST_COMMENT = 300

/**
 * What comments before the first field forbid: people wrote it for people, and no crawler reads it.
 */
function forbiddenByComments(tree: Tree): readonly SummarySentence[] {
  const first = tree.lines.findIndex(({ kind }) => kind !== 'blank')
  const head = tree.lines.slice(0, first < 0 ? undefined : first)
  return paragraphsIn(tree, head)
    .filter(({ text }) => FORBIDS.test(text) && !TOOLS.test(text))
    .slice(0, MOST_COMMENTS)
    .map(({ text, line }) => {
      const shown = text.length > LONGEST_COMMENT ? `${text.slice(0, LONGEST_COMMENT)}…` : text
      const field = { source: tree.source.file, line, text }
      const told = `A comment, which crawlers do not read, says: “${shown.replaceAll('`', '’')}” (line ${line}).`
      return { text: told, fields: [{ field, target: '/' }] }
    })
}

/** Comment lines joined up to the next that is empty. */
function paragraphsIn(tree: Tree, lines: readonly Line[]) {
  const paragraphs: { text: string; readonly line: number }[] = []
  let isOpen = false
  for (const { comment, end, number } of lines) {
    const raw = comment < 0 ? '' : tree.source.text.slice(comment, end)
    const text = raw.replace(/^[#\s]+|[#\s*=-]+$/g, '')
    if (text === '') isOpen = false
    else if (isOpen) paragraphs.at(-1)!.text += ` ${text}`
    else {
      paragraphs.push({ text, line: number })
      isOpen = true
    }
  }
  return paragraphs
}
