/**
 * The Worker: the compiled policies, in front of the origin.
 */
import policies from '../dist/policies.bin'
import { createApp } from './platforms/workers/proxy-worker.ts'

export { Pacer } from './platforms/workers/pacer.ts'

export default createApp({ bundle: policies })
