/**
 * Tokens that operators read from robots.txt and never send: no request can be recognised by them.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { policyToken } from '../../registry/policy-tokens.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const tokenOfNoAgent: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'crawler', 'token')) {
    const name = fieldValue(tree, line)
    const crawler = policyToken(foldCase(name))?.fetchedBy
    if (crawler !== undefined) report(valueSpan(tree, line), 'token-of-no-agent', [name, crawler])
  }
}
