/**
 * The script of the playground's worker: it counts a log that was dropped on the page, so that the
 * page does not wait.
 */
import { type CountedLog, countLog } from '../count-log.ts'
import { registryOf } from '../draft.ts'

const registry = fetch('crawlers.json').then(async (sent) => registryOf(await sent.json()))

addEventListener('message', async ({ data }: MessageEvent<CountedLog>) => {
  try {
    postMessage({ report: await countLog(data, await registry), fault: null })
  } catch (fault) {
    postMessage({ report: null, fault: `${data.name}: ${(fault as Error).message}` })
  }
})
