/** The one reader of host names: what an author names is a host that site.toml takes, or none. */
import { expect, test } from 'vitest'
import { hostIn } from '../../src/language/site/host-name.ts'
import { readSiteConfig } from '../../src/language/site/site.ts'

test.each([
  ['www.Example.com', 'www.example.com'],
  ['https://example.com:8443/', 'example.com:8443'],
  ['http://[2001:db8::1]:8080', '[2001:db8::1]:8080'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['example.com.', 'example.com'],
  ['a_b.test', 'a_b.test'],
  ['a..b', null],
  ['.a', null],
  ['a,b', null],
  ['a!b.test', null],
  ['*', null],
  ['a b', null],
  ['//a.test', null],
  ['a.test/x', null],
  ['a@b.test', null],
  ['1.2.3.999', null],
  ['', null],
  ['a\n::error::b', null],
])('%j is the host %j', (written, host) => {
  expect(hostIn(written)).toBe(host)
  if (host === null) return
  const { findings } = readSiteConfig(`hosts = ["${host}"]\n`)
  expect(findings).toEqual([])
})
