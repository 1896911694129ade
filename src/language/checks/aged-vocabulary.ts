/** A vocabulary that the policy uses has an old text: operators may read other words by now. */
import { ageOf, vocabularyNamed } from '../../words/dated-vocabularies.ts'
import type { ValueKind } from '../policy/field-row.ts'
import { type Check, linesWith } from './context.ts'

/** The vocabulary of each kind of line. */
const VOCABULARIES: Partial<Readonly<Record<ValueKind, string>>> = {
  signals: 'content-signal',
  preferences: 'content-usage',
}

/** Reported at the first line of each vocabulary. */
export const agedVocabulary: Check = (context, report) => {
  for (const [kind, name] of Object.entries(VOCABULARIES)) {
    const [first] = linesWith(context, kind as ValueKind)
    const age = ageOf(vocabularyNamed(name)!, context.now)
    if (first !== undefined && age !== null) report(first.at, 'aged-vocabulary', [age])
  }
}
