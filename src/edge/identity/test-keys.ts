/**
 * The keys that verify nothing in production: their private halves are printed in RFC 9421, so everybody can sign with
 * them.
 */
import type { Keys } from './key-set.ts'

/** By JWK thumbprint: test-key-rsa, test-key-rsa-pss and test-key-ed25519 (RFC 9421 B.1.1, B.1.2, B.1.4). */
const TEST_KEYS: ReadonlySet<string> = new Set([
  'BHj8s0GPnMEQtkaULIM-PLgEhLBbuGUQ1vMxmBWZzEo',
  'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA',
  'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
])

/** The keys that are not test keys. */
export function withoutTestKeys(keys: Keys): Keys {
  return new Map([...keys].filter(([thumbprint]) => !TEST_KEYS.has(thumbprint)))
}
