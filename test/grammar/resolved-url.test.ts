import { expect, it } from 'vitest'
import { resolvedUrl } from '../../src/grammar/resolved-url.ts'

it.each([
  ['https://a.test/x/../b', 'https://a.test/b'],
  ['https://a.test/x/%2E%2e/b', 'https://a.test/b'],
  ['https://a.test/x\\..\\b?c\\d', 'https://a.test/b?c\\d'],
  ['https://a.test/pri\tvate', 'https://a.test/private'],
  ['http://A.Test:80/b', 'http://a.test/b'],
])('%j is asked for as %s', (url, asked) => expect(resolvedUrl(url)).toBe(asked))

it.each(['https://a.test/x/..%2Fb', 'https://a.test/a//b;c?d=e', "https://a.test/?q='", 'https://a b/..', '/x/../b'])(
  '%j stays as it is',
  (url) => expect(resolvedUrl(url)).toBe(url),
)
