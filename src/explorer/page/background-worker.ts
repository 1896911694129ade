/**
 * The script of the worker: it gives each question of the page to the desk, and sends the answer
 * back.
 */
import { Desk } from '../desk.ts'
import { registryOf } from '../draft.ts'
import type { DeskQuestion } from './background.ts'

const desk = fetch('crawlers.json').then(async (sent) => new Desk(registryOf(await sent.json())))

addEventListener('message', ({ data: { kind, about } }: MessageEvent<DeskQuestion>) => {
  // A rejected promise would not reach the page; a reported error does.
  desk.then(async (each) => postMessage(await each[kind](about as never))).catch(reportError)
})
