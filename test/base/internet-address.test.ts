import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isInternetAddress } from '../../src/base/internet-address.ts'

it.each([
  '10.0.0.1',
  '127.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.1.1',
  '172.31.255.255',
  '192.168.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '',
  'localhost',
  'unknown',
])('no client on the Internet has `%s`', (address) => {
  expect(isInternetAddress(address)).toBe(false)
})

it.each(['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1'])(
  'a client may have `%s`',
  (address) => {
    expect(isInternetAddress(address)).toBe(true)
  },
)

it('is what a list of ranges says of any address', () => {
  const list = new BlockList()
  for (const [first, bits] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['224.0.0.0', 3],
  ] as const)
    list.addSubnet(first, bits, 'ipv4')
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isInternetAddress(address)).toBe(!list.check(address, 'ipv4'))
    }),
  )
})
