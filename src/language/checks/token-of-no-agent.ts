/**
 * Tokens that operators read from robots.txt and never send: no request can be recognised by them.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { POLICY_TOKENS } from '../../registry/policy-tokens.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

/** The crawler that fetches the pages that the token is about. */
const FETCHED_BY: ReadonlyMap<string, string> = new Map(
  POLICY_TOKENS.map(({ token, fetchedBy }) => [foldCase(token), fetchedBy]),
)

export const tokenOfNoAgent: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'crawler', 'token')) {
    const name = fieldValue(tree, line)
    const crawler = FETCHED_BY.get(foldCase(name))
    if (crawler !== undefined) report(valueSpan(tree, line), 'token-of-no-agent', [name, crawler])
  }
}
