/** A token for robots.txt that no crawler sends, so no request can be recognised by it. */

import { policyToken } from '../../crawlers/policy-tokens.ts'
import { foldCase } from '../../words/path-form.ts'
import { type Check, linesWith } from './context.ts'

export const tokenOfNoAgent: Check = (context, report) => {
  for (const { value: name, at } of linesWith(context, 'crawler', 'token')) {
    const crawler = policyToken(foldCase(name))?.fetchedBy
    if (crawler !== undefined) report(at, 'token-of-no-agent', [name, crawler])
  }
}
