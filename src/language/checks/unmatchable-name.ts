/** A crawler name that no User-Agent header can contain (I1). */
import { type Check, linesWith } from './context.ts'

export const unmatchableName: Check = (context, report) => {
  for (const { value: name, at } of linesWith(context, 'crawler')) {
    if (name === '*' || name === '') continue
    if (name.includes('*')) report(at, 'unmatchable-name', [name, 'wildcard'])
    else if (/[^ -~]/.test(name)) report(at, 'unmatchable-name', [name, 'letters'])
  }
}
