import { createApp } from 'acap-edge/worker'
import bundle from '../dist/policies.bin'

export { Pacer } from 'acap-edge/worker'

const app = createApp({ bundle })

export default {
  fetch: app.fetch,

  /** Asks for a build with new lists, where the secret DEPLOY_HOOK has the URL of a deploy hook of Workers Builds. */
  async scheduled(_event: unknown, env: { DEPLOY_HOOK?: string }) {
    if (!env.DEPLOY_HOOK) return
    const { status } = await fetch(env.DEPLOY_HOOK, { method: 'POST' })
    if (status >= 300) throw new Error(`the deploy hook answered ${status}`)
  },
}
