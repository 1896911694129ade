/** A token for robots.txt that no crawler sends, so no request can be recognised by it. */

import { policyToken } from '../../crawlers/policy-tokens.ts'
import { foldCase } from '../../words/path-form.ts'
import { eachLine } from './context.ts'

export const tokenOfNoAgent = eachLine(
  ['crawler', 'token'],
  'token-of-no-agent',
  ({ value: name }) => {
    const crawler = policyToken(foldCase(name))?.fetchedBy
    return crawler === undefined ? null : [name, crawler]
  },
)
