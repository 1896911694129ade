/**
 * The Worker: the compiled policies, in front of the origin.
 */
import policies from '../dist/policies.bin'
import { createApp } from './doors/workers/proxy-worker.ts'

export { Pacer } from './doors/workers/pacer.ts'

export default createApp({ bundle: policies })
