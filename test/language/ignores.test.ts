/**
 * Comments that silence findings: `# acap-ignore CODE REASON`.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCases } from '../../src/language/site/cases.ts'
import { readSite, readText } from '../../src/language/site/read-site.ts'

const codesIn = (text: string) => readText(text).findings.map(({ code, line }) => `${code}:${line}`)
const site = (files: Record<string, string>) => {
  const encoder = new TextEncoder()
  return readSite(
    'site',
    new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])),
  )
}

describe('a comment silences the findings of its codes on its line', () => {
  it('silences one code and leaves the others', () => {
    expect(codesIn('User-agent: *\nDisallow: a b\n')).toEqual(['ACAP040:2', 'ACAP069:2'])
    expect(codesIn('User-agent: *\nDisallow: a b # acap-ignore ACAP040 meant so\n')).toEqual([
      'ACAP069:2',
    ])
  })

  it('silences several codes', () => {
    expect(
      codesIn('User-agent: *\nDisallow: a b # acap-ignore ACAP040, acap069: meant so\n'),
    ).toEqual([])
  })

  it('stands behind another comment, too', () => {
    expect(
      codesIn('User-agent: *\nDisallow: a # the old path # acap-ignore ACAP040 meant so\n'),
    ).toEqual([])
  })

  it('silences an error, so that the policy is built', () => {
    const text =
      'ACAP-crawler: *\nACAP-disallow-crwl: /a # acap-ignore ACAP033 a usage of our own\n'
    expect(readText(text).findings).toEqual([])
  })

  it('says nothing about other lines', () => {
    const text = 'User-agent: *\nDisallow: /a # acap-ignore ACAP040 meant so\nDisallow: b\n'
    expect(codesIn(text)).toEqual(['ACAP120:2', 'ACAP040:3'])
  })

  it('works in site.toml, where other files are checked against it', () => {
    const robots = 'User-agent: *\nDisallow:\n'
    const route = (comment: string) =>
      `hosts = ["a.example"]\n[[route]]${comment}\nmatch = "/x/"\nfields = ["allow-index", "disallow-index"]\n`
    const codes = (comment: string) =>
      site({ 'robots.txt': robots, 'site.toml': route(comment) }).findings.map(({ code }) => code)
    expect(codes('')).toEqual(['ACAP067'])
    expect(codes(' # acap-ignore ACAP067 it is for a week')).toEqual([])
    expect(codes(' # acap-ignore ACAP067')).toEqual(['ACAP067', 'ACAP121'])
  })

  it('works in cases.toml', () => {
    const text = '[[case]]\nas = "a"\nurl = "/"\nexpect = "permitted"\nwhy = "x"'
    expect(readCases(text).findings.map(({ code }) => code)).toEqual(['ACAP091'])
    expect(readCases(`${text} # acap-ignore ACAP091 our own tool reads it\n`).findings).toEqual([])
  })

  it('is not the ignore directive, commented out', () => {
    expect(codesIn('# ACAP-ignore-conventional-records\nUser-agent: *\nDisallow:\n')).toEqual([])
  })

  it('is not a comment inside a string of TOML', () => {
    const { findings } = site({
      'robots.txt': 'User-agent: *\nDisallow:\n',
      'site.toml':
        'hosts = ["a.example"]\n[refuse]\nterms = "https://a.example/# acap-ignore ACAP999 x"\n',
    })
    expect(findings.filter(({ code }) => code === 'ACAP121')).toEqual([])
  })
})

describe('a comment that silences nothing is reported', () => {
  it.each([
    ['no such finding on the line', 'Disallow: /a # acap-ignore ACAP040 x', 'ACAP120'],
    ['no reason', 'Disallow: /a # acap-ignore ACAP040', 'ACAP121'],
    ['no reason behind the colon', 'Disallow: /a # acap-ignore ACAP040:', 'ACAP121'],
    ['no code', 'Disallow: /a # acap-ignore the path is right', 'ACAP121'],
    ['an unknown code', 'Disallow: /a # acap-ignore ACAP998 x', 'ACAP121'],
    ['what is served differs', 'Disallow: /a # acap-ignore ACAP099 x', 'ACAP121'],
    ['the comments themselves', 'Disallow: /a # acap-ignore ACAP120 x', 'ACAP121'],
  ])('%s', (_, line, code) => {
    expect(codesIn(`User-agent: *\n${line}\n`)).toEqual([`${code}:2`])
  })

  it('but not where only a conversion can make the finding', () => {
    expect(
      codesIn('User-agent: *\nDisallow: /a # acap-ignore ACAP110 nobody reads that here\n'),
    ).toEqual([])
  })
})

it('only ever takes findings of its own code and line away', () => {
  const line = fc.constantFrom(
    'Disallow: a',
    'Disallow: a b',
    'Dissallow: /a',
    'Allow: é',
    'nonsense',
    'User-agent: a1',
  )
  const comment = fc.constantFrom(
    '',
    ' # acap-ignore ACAP040 x',
    ' # acap-ignore ACAP005,ACAP069 x',
    ' # note',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(line, comment), { maxLength: 8 }), (lines) => {
      const all = codesIn(
        lines.map(([text, tail]) => `${text}${tail.replace('acap-ignore', 'no')}\n`).join(''),
      )
      const left = codesIn(lines.map((parts) => `${parts.join('')}\n`).join(''))
      const isSilenced = (each: string) => {
        const [code = '', number = ''] = each.split(':')
        return lines[Number(number) - 1]?.[1].includes(code) === true
      }
      expect(left.filter((each) => !each.startsWith('ACAP12'))).toEqual(
        all.filter((each) => !isSilenced(each)),
      )
    }),
  )
})
