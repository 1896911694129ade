/**
 * What every test file finds as it begins: the platform's own globals, and the same examples every time.
 */
import fc from 'fast-check'

/** Test files share a process, and `@hono/node-server` puts classes of its own in the place of these. */
const REPLACED = ['Request', 'Response'] as const
const FIRST_SEEN = Symbol.for('acap test globals')
const shared = globalThis as { [FIRST_SEEN]?: Partial<PropertyDescriptorMap> }

shared[FIRST_SEEN] ??= Object.fromEntries(
  REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
)
for (const [name, own] of Object.entries(shared[FIRST_SEEN]))
  if (own) Object.defineProperty(globalThis, name, own)

/** Property tests draw the same examples, so that a run says something of the change and not of its luck; `npm run
 * test:long` draws others. ACAP_SEED repeats a run. */
if (!process.env.ACAP_LONG) fc.configureGlobal({ seed: Number(process.env.ACAP_SEED ?? 9309) })
