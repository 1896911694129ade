/** A local usage or resource set that no field uses. */
import { foldCase } from '../../words/path-form.ts'
import { definitionFault } from '../policy/definitions.ts'
import { LOCAL_USAGE, usagePart } from '../policy/fields.ts'
import { setName } from '../policy/resources.ts'
import { fieldName, wordSpan, wordsOf } from '../text/tree.ts'
import { type Check, type Context, linesWith } from './context.ts'

export const unusedDefinition: Check = (context, report) => {
  const used = usedNames(context)
  for (const defined of ['qualified-usage', 'composite-usage', 'resource-set'] as const) {
    const kind = defined === 'resource-set' ? 'set' : 'usage'
    for (const { tree, line } of linesWith(context, defined)) {
      const words = wordsOf(tree, line)
      const [name] = words
      const isUsed = name !== undefined && used.has(`${kind} ${foldCase(name.text)}`)
      if (name === undefined || isUsed || definitionFault(defined, words) !== null) continue
      report(wordSpan(tree, line, name), 'unused-definition', [name.text, kind])
    }
  }
}

function usedNames(context: Context): Set<string> {
  const used = new Set<string>()
  const use = (kind: 'usage' | 'set', name: string | null | undefined) =>
    used.add(`${kind} ${name ?? ''}`)
  const localIn = (text: string) => LOCAL_USAGE.exec(foldCase(text))?.[1]
  for (const { tree, line } of linesWith(context, 'permission', 'prohibition')) {
    use('usage', localIn(usagePart(fieldName(tree, line), line.field!)))
    use('set', setName(wordsOf(tree, line)[0]?.text ?? ''))
  }
  for (const { tree, line } of linesWith(context, 'composite-usage')) {
    for (const { text } of wordsOf(tree, line)) use('usage', localIn(text))
  }
  return used
}
