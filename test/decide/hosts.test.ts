import { describe, expect, test } from 'vitest'
import { HostIndex, isOnTrial } from '../../src/decide/hosts.ts'

const site = (hosts: readonly string[], unknown: 'pass' | 'refuse' = 'pass') => ({
  config: { hosts, unknown },
})

describe('the site of a host', () => {
  const named = site(['www.test', 'www.test:8080', '[::1]'])
  const other = site(['other.test'])
  const index = new HostIndex([named, other])

  test.each([
    'www.test',
    'www.test.',
    'www.test..',
    'www.test:443',
    'www.test.:443',
    'www.test:8080',
    '[::1]:80',
  ])('%s is found with its port and the dots behind it or without', (host) => {
    expect(index.at(host)).toBe(named)
  })

  test.each(['test', 'www.test.other', 'wwwxtest', '', '.', 'a.www.test'])(
    '`%s` belongs to no site',
    (host) => {
      expect(index.at(host)).toBe('pass')
      expect(new HostIndex([named, site(['*'], 'refuse')]).at(host)).toBe('refuse')
      const any = site(['*'])
      expect(new HostIndex([named, any]).at(host)).toBe(any)
    },
  )

  test('is found after any other host was looked up', () => {
    for (const host of ['www.test', 'other.test', 'nobody', 'www.test', 'other.test.'])
      expect(index.at(host)).toBe(
        host.startsWith('www') ? named : host.startsWith('other') ? other : 'pass',
      )
  })

  // The square of its length would take many minutes.
  test('takes time in proportion to its length, no matter how many dots it has', () => {
    const dots = `www${'.'.repeat(1_000_000)}test`
    expect(index.at(dots)).toBe('pass')
    expect(index.at(`www.test${'.'.repeat(1_000_000)}:80`)).toBe(named)
    expect(isOnTrial(dots, 100)).toBe(true)
  })
})
