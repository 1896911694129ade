/**
 * The keys of RFC 9421 B.1 that Web Bot Auth could use, with spellings that decode to the same key.
 */

/** A key by its thumbprint, and ways to publish it. */
export interface TestKey {
  readonly keyid: string
  readonly spellings: readonly JsonWebKey[]
}

const RSA =
  'hAKYdtoeoy8zcAcR874L8cnZxKzAGwd7v36APp7Pv6Q2jdsPBRrwWEBnez6d0UDKDwGbc6nxfEXAy5mbhgajzrw3MOEt8uA5txSKobBpKDeBLOsdJKFqMGmXCQvEG7YemcxDTRPxAleIAgYYRjTSd_QBwVW9OwNFhekro3RtlinV0a75jfZgkne_YiktSvLG34lw2zqXBDTC5NHROUqGTlML4PlNZS5Ri2U4aCNx2rUPRcKIlE0PuKxI4T-HIaFpv8-rdV6eUgOrB2xeI1dSFFn_nnv5OoZJEIB-VmuKn3DCUcCZSFlQPSXSfBDiUGhwOw76WuSSsf1D4b_vLoJ10w'
const RSA_PSS =
  'r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5oyc6XI2w'
export const ED25519_X = 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs'
/** The private half of test-key-ed25519, as the RFC prints it. */
export const ED25519_D = 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU'

/** The last character of an unpadded base64url text with its unused bits set. */
const withSpareBits = (text: string) => `${text.slice(0, -1)}${text.endsWith('s') ? 't' : 'x'}`

const rsa = (n: string): readonly JsonWebKey[] => [
  { kty: 'RSA', e: 'AQAB', n },
  { kty: 'RSA', e: 'AQAB', n, alg: 'PS512' },
  { kty: 'RSA', e: 'AQAB', n: `AAAA${n}` },
]

export const TEST_KEYS: readonly TestKey[] = [
  { keyid: 'BHj8s0GPnMEQtkaULIM-PLgEhLBbuGUQ1vMxmBWZzEo', spellings: rsa(RSA) },
  { keyid: 'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA', spellings: rsa(RSA_PSS) },
  {
    keyid: 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
    spellings: [
      { kty: 'OKP', crv: 'Ed25519', x: ED25519_X },
      { kty: 'OKP', crv: 'Ed25519', x: withSpareBits(ED25519_X) },
    ],
  },
]
