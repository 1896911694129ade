import { describe, expect, test } from 'vitest'
import { isAuthority } from '../../src/base/ip-address.ts'

const words = (text: string) => text.trim().split(/\s+/)

describe('the host of a request (RFC 3986 3.2, RFC 9110 4.2)', () => {
  test.each(
    words(`
      example.com EXAMPLE.com example.com. example.com: example.com:80 example.com:00080 example.com:65535 localhost a_b
      1.2.3.4 256.1.1.1 1.2.3.4.5 [::1] [::1]:443 [2001:db8::1] [::ffff:1.2.3.4] [v1.a:b] news%2Etest ~ * a,b (a) a;b=c&d+e!f$g'h - .
    `),
  )('%s is one', (text) => {
    expect(isAuthority(text)).toBe(true)
  })

  test.each([
    ...words(`
      :80 : a@b user:x@example.com example.com?x example.com#x example.com/ /example.com example.com\\a example.com:65536
      example.com:99999 example.com:8x example.com:-1 example.com:80:80 ::1 [::1 ::1] [] [example.com] [::1]a [::1]:x [1.2.3.4] [fe80::1%25eth0]
      % a% a%2 a%zz a"b <a> {a} a|b a^b a\`b http://example.com
    `),
    '',
    ' ',
    'a b',
    'a, b',
    'a\tb',
    'é.test',
    'a\u0001',
    'a\n',
  ])('`%s` is none', (text) => {
    expect(isAuthority(text)).toBe(false)
  })
})
