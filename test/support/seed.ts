/**
 * Property tests draw the same examples every time, so that a run says something of the change and not of its luck;
 * `npm run test:long` draws others. ACAP_SEED repeats a run.
 */
import fc from 'fast-check'

if (!process.env.ACAP_LONG) fc.configureGlobal({ seed: Number(process.env.ACAP_SEED ?? 9309) })
