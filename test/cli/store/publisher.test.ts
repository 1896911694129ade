import { describe, expect, it } from 'vitest'
import type { BuiltVersion } from '../../../src/cli/build/built-sites.ts'
import { MOST_EARLIER } from '../../../src/cli/store/stored-release.ts'
import { RELEASE_KEY } from '../../../src/program/release.ts'
import { MemoryTarget, versionClosing } from '../../support/base/memory-target.ts'
import { IN_FORCE, inForce, published, publisherTo, START } from '../../support/cli/published.ts'

const siteIn = ({ sites }: BuiltVersion, name: string) =>
  sites.find(({ entry }) => entry.name === name)!

describe('publishing', () => {
  it('uploads everything once, the release last', async () => {
    const target = new MemoryTarget()
    const built = await versionClosing({ a: '/one', b: '/one' })
    const { release, uploaded } = await publisherTo(target).publisher.publish(built, IN_FORCE)
    expect(uploaded).toHaveLength(4)
    expect(target.uploads).toEqual([uploaded.map(({ key }) => key), [RELEASE_KEY, 'versions/1']])
    expect(release).toMatchObject({
      sequence: START / 1000,
      current: { version: 1, published: START },
    })
  })

  it('uploads of one change one value and the manifest', async () => {
    const { target, publisher } = await published()
    const built = await versionClosing({ a: '/one', b: '/two' })
    const { sites, release } = await publisher.publish(built, IN_FORCE)
    expect(sites).toEqual(['b'])
    expect(target.uploads).toEqual([
      [siteIn(built, 'b').key, built.manifest.key],
      [RELEASE_KEY, 'versions/2', 'versions/1'],
    ])
    expect(inForce(release)).toEqual([2, null, [1]])
  })

  it('switches nothing where nothing has changed', async () => {
    const { target, publisher } = await published()
    const { isNew } = await publisher.publish(
      await versionClosing({ a: '/one', b: '/one' }),
      IN_FORCE,
    )
    expect([isNew, target.uploads]).toEqual([false, [['versions/1']]])
  })

  it('writes nothing in a dry run', async () => {
    const { target, publisher } = await published()
    const before = new Map(target.values)
    const dry = await publisher.publish(await versionClosing({ a: '/two', b: '/one' }), {
      ...IN_FORCE,
      dryRun: true,
    })
    await publisher.publish(await versionClosing({ a: '/two' }), {
      ...IN_FORCE,
      percent: 10,
      dryRun: true,
    })
    expect([dry.isNew, dry.uploaded.length, dry.sites]).toEqual([true, 2, ['a']])
    expect([target.uploads, target.values]).toEqual([[], before])
  })

  it('counts on where a store was emptied', async () => {
    const { target, publisher, pass } = await published()
    const { release } = await publisher.publish(await versionClosing({ a: '/two' }), IN_FORCE)
    target.values.clear()
    pass(60_000)
    const again = await publisher.publish(await versionClosing({ a: '/three' }), IN_FORCE)
    expect(again.release.sequence).toBeGreaterThan(release.sequence)
  })
})

describe('a publish that does not come to its end', () => {
  it('leaves the version in force when the upload dies, before the values, among them or before the release', async () => {
    const { target, publisher } = await published()
    const built = await versionClosing({ a: '/two', b: '/two' })
    const first = await siteIn(built, 'a').value()
    const release = target.values.get(RELEASE_KEY)
    const faults = [
      (keys: readonly string[]) => !keys.includes(RELEASE_KEY),
      (keys: readonly string[]) => keys.includes(RELEASE_KEY),
    ]
    for (const isFaulty of faults) {
      target.beforePut = (keys) => {
        if (!keys.includes(RELEASE_KEY)) target.values.set(keys[0]!, first.bytes)
        if (isFaulty(keys)) throw new Error('the line went down')
      }
      await expect(publisher.publish(built, IN_FORCE)).rejects.toThrow('the line went down')
      expect(target.values.get(RELEASE_KEY)).toBe(release)
    }
    target.beforePut = () => undefined
    const { release: next } = await publisher.publish(built, IN_FORCE)
    expect(inForce(next)).toEqual([2, null, [1]])
  })

  it('is said to have lost against another one that was there before the switch', async () => {
    const { target, publisher } = await published()
    const theirs = new TextEncoder().encode(
      JSON.stringify({ ...(await publisher.release())!, sequence: START }),
    )
    target.afterPut = () => void target.values.set(RELEASE_KEY, theirs)
    const ours = publisher.publish(await versionClosing({ a: '/ours', b: '/one' }), IN_FORCE)
    await expect(ours).rejects.toThrow('nothing was switched')
    expect(target.values.get(RELEASE_KEY)).toBe(theirs)
  })

  it('is said to have lost against another one that was there after the switch', async () => {
    const { target, publisher } = await published()
    const theirs = new TextEncoder().encode(
      JSON.stringify({ ...(await publisher.release())!, sequence: START, current: { version: 9 } }),
    )
    target.afterPut = (keys) => {
      if (keys.includes(RELEASE_KEY)) target.values.set(RELEASE_KEY, theirs)
    }
    const ours = publisher.publish(await versionClosing({ a: '/ours', b: '/one' }), IN_FORCE)
    await expect(ours).rejects.toThrow('its version is in force')
  })

  it('is believed where the store still shows what was there before', async () => {
    const { target, publisher } = await published()
    const before = target.values.get(RELEASE_KEY)!
    target.afterPut = (keys) => {
      if (keys.includes(RELEASE_KEY)) target.values.set(RELEASE_KEY, before)
    }
    expect((await publisher.publish(await versionClosing({ a: '/two' }), IN_FORCE)).isNew).toBe(
      true,
    )
  })
})

describe('going back', () => {
  it('puts the version before in force, or the one that is named, as a new release', async () => {
    const { publisher } = await published()
    for (const path of ['/two', '/three'])
      await publisher.publish(await versionClosing({ a: path, b: '/one' }), IN_FORCE)
    const { sequence } = (await publisher.release())!
    const back = (await publisher.rollBack(null, false))!.release
    expect(inForce(back)).toEqual([2, null, [3, 1]])
    expect(back.sequence).toBeGreaterThan(sequence)
    expect(inForce((await publisher.rollBack(1, false))!.release)).toEqual([1, null, [2, 3]])
    await expect(publisher.rollBack(7, false)).rejects.toThrow('the store does not have version 7')
    await expect(publisher.rollBack(1, false)).rejects.toThrow('version 1 is in force already')
  })

  it(`has the last ${MOST_EARLIER} versions, and values of no version can be removed`, async () => {
    const { target, publisher } = await published()
    for (let i = 0; i < MOST_EARLIER + 1; i++)
      await publisher.publish(await versionClosing({ a: `/${i}`, b: '/one' }), IN_FORCE)
    const [, , earlier] = inForce(await publisher.release())
    expect(earlier).toEqual(Array.from({ length: MOST_EARLIER }, (_, i) => MOST_EARLIER + 1 - i))
    const first = await versionClosing({ a: '/one', b: '/one' })
    expect(await publisher.prune(true)).toEqual([
      siteIn(first, 'a').key,
      first.manifest.key,
      'versions/1',
    ])
    expect(target.values.has(first.manifest.key)).toBe(true)
    await publisher.prune(false)
    expect(target.values.has(first.manifest.key)).toBe(false)
    expect(target.values.has(siteIn(first, 'b').key)).toBe(true)
    expect(await publisher.prune(false)).toEqual([])
  })

  it('has a publish fail whose values were removed before it switched', async () => {
    const { target, publisher } = await published()
    target.afterPut = async () => {
      target.afterPut = () => undefined
      await publisherTo(target).publisher.prune(false)
    }
    const built = await versionClosing({ a: '/two', b: '/one' })
    await expect(publisher.publish(built, IN_FORCE)).rejects.toThrow('nothing was switched')
    expect((await publisher.publish(built, IN_FORCE)).isNew).toBe(true)
    expect(target.values.has(built.manifest.key)).toBe(true)
  })

  it('removes nothing from a store without a release', async () => {
    const { target, publisher } = await published()
    target.values.delete(RELEASE_KEY)
    const before = new Map(target.values)
    await expect(publisher.prune(false)).rejects.toThrow('the release of the store is missing')
    expect(target.values).toEqual(before)
  })

  it('removes nothing while the manifest of a version cannot be read', async () => {
    const { target, publisher } = await published()
    const { current } = (await publisher.release())!
    target.values.set(current.manifest, target.values.get(current.manifest)!.slice(0, -4))
    await expect(publisher.prune(false)).rejects.toThrow('the manifest of version 1 cannot be read')
    const again = await publisher.publish(await versionClosing({ a: '/one', b: '/one' }), IN_FORCE)
    expect(again.uploaded.length).toBeGreaterThan(0)
    expect(await publisher.prune(false)).toEqual([])
  })
})
