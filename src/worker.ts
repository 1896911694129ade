/**
 * The Worker: the compiled policies, in front of the origin.
 */
import policies from '../dist/policies.bin'
import { createApp } from './edge/app.ts'

export { Pacer } from './edge/pacer.ts'

export default createApp({ bundle: policies })
