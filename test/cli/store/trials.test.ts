import { describe, expect, it } from 'vitest'
import { MemoryTarget, versionClosing } from '../../support/base/memory-target.ts'
import { IN_FORCE, inForce, published, publisherTo } from '../../support/cli/published.ts'

describe('a trial', () => {
  it('grows from the shadow over a share of hosts to all, as one version', async () => {
    const { target, publisher } = await published()
    const built = await versionClosing({ a: '/two', b: '/one' })
    for (const [percent, expected] of [
      [0, [1, [2, 0], []]],
      [10, [1, [2, 10], []]],
      [null, [2, null, [1]]],
    ] as const) {
      expect(inForce((await publisher.publish(built, { ...IN_FORCE, percent })).release)).toEqual(
        expected,
      )
    }
    expect(target.uploads.flat().filter((key) => key.startsWith('values/'))).toHaveLength(2)
  })

  it('ends by going back, and by publishing what is in force', async () => {
    const { publisher } = await published()
    const [first, second] = [
      await versionClosing({ a: '/one', b: '/one' }),
      await versionClosing({ a: '/two' }),
    ]
    await publisher.publish(second, { ...IN_FORCE, percent: 50 })
    expect(inForce((await publisher.rollBack(null, false))!.release)).toEqual([1, null, []])
    await publisher.publish(second, { ...IN_FORCE, percent: 50 })
    expect(inForce((await publisher.publish(first, IN_FORCE)).release)).toEqual([1, null, []])
  })

  it('keeps its number for itself: logs name versions', async () => {
    const { publisher } = await published()
    await publisher.publish(await versionClosing({ a: '/two' }), { ...IN_FORCE, percent: 0 })
    await publisher.rollBack(null, false)
    const next = await publisher.publish(await versionClosing({ a: '/three' }), IN_FORCE)
    expect(inForce(next.release)).toEqual([3, null, [1]])
  })

  it('needs a version in force, and a change', async () => {
    const { publisher } = await published()
    const same = publisher.publish(await versionClosing({ a: '/one', b: '/one' }), {
      ...IN_FORCE,
      percent: 10,
    })
    await expect(same).rejects.toThrow('nothing has changed')
    const empty = publisherTo(new MemoryTarget()).publisher.publish(
      await versionClosing({ a: '/one' }),
      {
        ...IN_FORCE,
        percent: 10,
      },
    )
    await expect(empty).rejects.toThrow('no version in force')
  })
})
