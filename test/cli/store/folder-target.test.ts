import { expect, it } from 'vitest'
import { Publisher } from '../../../src/cli/store/publisher.ts'
import { FolderTarget } from '../../../src/cli/store/target.ts'
import { RELEASE_KEY } from '../../../src/program/release.ts'
import { versionClosing } from '../../support/base/memory-target.ts'
import { folderWith } from '../../support/cli/acap.ts'

it('switches nothing where another publisher did so behind the last look', async () => {
  const folder = folderWith({})
  const other = new TextEncoder().encode('{}')
  class Raced extends FolderTarget {
    override async put(
      values: ReadonlyMap<string, Uint8Array>,
      release?: Uint8Array | null,
    ): Promise<void> {
      if (values.has(RELEASE_KEY)) await super.put(new Map([[RELEASE_KEY, other]]))
      await super.put(values, release)
    }
  }
  const target = new Raced(folder)
  const published = new Publisher(target).publish(await versionClosing({ a: '/one' }), {
    percent: null,
    dryRun: false,
    all: false,
  })
  await expect(published).rejects.toThrow('changed on disk: nothing was written')
  expect(await target.get(RELEASE_KEY)).toEqual(Buffer.from(other))
  expect(await target.list('versions/')).toEqual([])
})

it('takes a whole value under the key of another one for damaged', async () => {
  const target = new FolderTarget(folderWith({}))
  const { shared, manifest } = await versionClosing({ a: '/one' })
  await target.put(new Map([shared, manifest].map(({ key }) => [key, shared.bytes])))
  expect(await target.damaged([shared.key, manifest.key])).toEqual([manifest.key])
})
