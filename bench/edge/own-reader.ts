/**
 * The Worker whose own reader writes the tags, and no HTMLRewriter (docs/decisions/html.md).
 */
import policies from '../../dist/policies.bin'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'

export { Pacer } from '../../src/doors/workers/pacer.ts'

export default createApp({ bundle: policies, rewriter: false })
