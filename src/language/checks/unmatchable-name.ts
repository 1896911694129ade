/** A crawler name that no User-Agent header can contain (I1). */
import { eachLine } from './context.ts'

export const unmatchableName = eachLine(['crawler'], 'unmatchable-name', ({ value: name }) => {
  if (name === '*') return null
  if (name.includes('*')) return [name, 'wildcard']
  return /[^ -~]/.test(name) ? [name, 'letters'] : null
})
