import { expect, test } from 'vitest'
import { Reloader } from '../../../src/doors/gate/reloader.ts'

test('bytes that are the same object are adopted once; others that come meanwhile are read afterwards', async () => {
  const [first, second] = [new Uint8Array(1), new Uint8Array(2)]
  const found = [first, first, second, second]
  const adopted: unknown[] = []
  const ended: boolean[] = []
  const source = { read: async () => found.shift()!, watch: () => () => undefined }
  const log = { log: () => undefined, warn: () => undefined, error: () => undefined }
  const adopt = (bytes: unknown) => adopted.push(bytes) > 0
  const reloader = new Reloader({
    source,
    first: null,
    adopt,
    log,
    onReload: (isGood) => void ended.push(isGood),
    lossAfter: 0,
  })
  for (let i = 0; i < 2; i++) await reloader.reload()
  await Promise.all([reloader.reload(), reloader.reload()])
  expect(adopted).toEqual([first, second])
  expect([ended, found]).toEqual([[true, true], []])
})
