import { describe, expect, it } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'
import { read } from '../support/language/checked.ts'

function codesOf(...lines: readonly string[]): string[] {
  return read(...lines).findings.map(({ code, line }) => `${code}:${line}`)
}

it('findings stand in the order of their lines', () => {
  expect(
    codesOf(
      'Allow: /',
      'ACAP-crawler: *',
      'ACAP-allow-fly: /',
      'Dsallow: /',
      'ACAP-allow-index: x colour=red',
    ),
  ).toEqual(['ACAP013:1', 'ACAP033:3', 'ACAP104:4', 'ACAP039:5', 'ACAP050:5'])
})

describe('[R1] octets that are not UTF-8', () => {
  const found = (...parts: readonly (string | number)[]) => {
    const bytes = parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)],
    )
    return readText(new Uint8Array(bytes)).findings.filter(({ code }) => code === 'ACAP001')
  }

  it('are pointed at, and no U+FFFD that stands before them', () => {
    const [finding] = found('# \ufffd\ufffd\n# caf', 0xe9, '\n')
    expect(finding).toMatchObject({
      line: 2,
      column: 6,
      length: 1,
      message: 'the file is not UTF-8 here',
    })
  })

  it('are counted without any U+FFFD of the text', () => {
    const [finding] = found('\ufeff# \ufffc\ufffd', 0xe2, 0x82, '\ufffd\n# ', 0xe9, '\ufffd')
    expect(finding).toMatchObject({
      line: 1,
      column: 5,
      message: 'the file is not UTF-8 here and in one more place',
    })
    expect(found('# \ufffd')).toEqual([])
  })

  it.each(['', '\ufeff'])('are one fault where the file is UTF-16', (mark) => {
    const little = Buffer.from(
      `${mark}User-agent: *\nDisallow: /private/\nDisallow: /日本/\n`,
      'utf16le',
    )
    for (const octets of [little, Buffer.from(little).swap16()]) {
      expect(
        readText(octets).findings.map(({ code, line, message }) => `${code}:${line} ${message}`),
      ).toEqual([
        'ACAP126:1 the file is no text, but UTF-16 or binary: crawlers read no rule in it, and it prohibits nothing',
      ])
    }
    expect(found('User-agent: *\nDisallow: /\0\n')).toEqual([])
    expect(readText('\n\0a').findings).toMatchObject([
      { code: 'ACAP126', line: 2, column: 1, length: 1 },
    ])
  })
})

it('[R10] one byte too many is reported as one', () => {
  const [finding] = readText(`# ${'a'.repeat(511_999)}`).findings
  expect(finding?.message).toBe('the file is one byte over the 500 KiB that crawlers read')
})

it('[R10] a file beyond 500 KiB is an error with the bytes over', () => {
  const line = `Disallow: /${'a'.repeat(100)}\n`
  const text = `User-agent: *\n${line.repeat(4700)}`
  const [finding] = readText(text).findings
  expect(finding).toMatchObject({ code: 'ACAP002', severity: 'error', line: 4701 })
  expect(finding?.message).toContain(`${text.length - 512_000} bytes over`)
  expect(readText(text.slice(0, 512_000)).findings).toEqual([])
  expect(readText(`${text.slice(0, 511_999)}\u00e9`).findings.map(({ code }) => code)).toEqual([
    'ACAP002',
    'ACAP009',
  ])
})
