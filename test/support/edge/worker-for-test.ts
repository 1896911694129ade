/**
 * A Worker in workerd that is gone when its test is over.
 */
import { onTestFinished } from 'vitest'
import { type Running, startWorker, type WorkerSetting } from './workerd.ts'

/** Starts it for the length of a test. */
export async function workerForTest(setting: WorkerSetting): Promise<Running> {
  const worker = await startWorker(setting)
  onTestFinished(() => worker.stop())
  return worker
}
