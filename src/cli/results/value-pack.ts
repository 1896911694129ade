/**
 * Values that were made before, one behind the other in one file. Each is found by its place, and checked against its key
 * when it is read. New values are added at the end; the file is rewritten when most of it is no longer used.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { damageIn } from '../../bundle/decode.ts'
import { type StoreValue, valueIn } from '../../bundle/encode-values.ts'

/** A value, and where it stands in the file. */
export interface PackedValue {
  readonly key: string
  readonly at: number
  readonly size: number
}

/** The values in one file. */
export class ValuePack {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Whether the file is as long as it has to be. */
  hasAll(places: readonly PackedValue[]): boolean {
    const end = places.reduce((most, { at, size }) => Math.max(most, at + size), 0)
    return end === 0 || (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) >= end
  }

  /** A value; null where the file does not have it whole. */
  async read(place: PackedValue): Promise<StoreValue | null> {
    const bytes = this.#bytesOf([place])[0] ?? null
    if (bytes === null || (await damageIn(bytes.buffer)) !== null) return null
    const value = valueIn(bytes)
    return value.key === place.key ? value : null
  }

  /** Adds values behind those that are `used`, which may move. Gives the new places of all. @throws Error of the system */
  add(used: readonly PackedValue[], values: readonly StoreValue[]): ReadonlyMap<string, PackedValue> {
    mkdirSync(dirname(this.#path), { recursive: true })
    const size = used.reduce((sum, each) => sum + each.size, 0)
    const file = openSync(this.#path, 'a')
    try {
      const end = fstatSync(file).size
      if (end <= 2 * size) return new Map([...used.map(keyed), ...written(file, end, values)])
    } finally {
      closeSync(file)
    }
    return this.#renew(used, values)
  }

  #renew(used: readonly PackedValue[], values: readonly StoreValue[]): ReadonlyMap<string, PackedValue> {
    const own = `${this.#path}.${process.pid}`
    const kept = used.length === 0 ? [] : this.#bytesOf(used).map((bytes, i) => ({ key: used[i]!.key, bytes }))
    const file = openSync(own, 'w')
    try {
      return new Map(written(file, 0, [...kept, ...values]))
    } finally {
      closeSync(file)
      renameSync(own, this.#path)
    }
  }

  /** The bytes at places; none where the file is missing, zeros behind its end. */
  #bytesOf(places: readonly PackedValue[]): readonly Uint8Array<ArrayBuffer>[] {
    let file: number
    try {
      file = openSync(this.#path, 'r')
    } catch {
      return []
    }
    try {
      return places.map(({ at, size }) => {
        const bytes = new Uint8Array(size)
        readSync(file, bytes, 0, size, at)
        return bytes
      })
    } finally {
      closeSync(file)
    }
  }
}

/** Writes values from an offset on; gives their places by their keys. */
function written(file: number, from: number, values: readonly StoreValue[]): (readonly [string, PackedValue])[] {
  let at = from
  return values.map(({ key, bytes }) => {
    writeSync(file, bytes)
    const place = { key, at, size: bytes.length }
    at += bytes.length
    return keyed(place)
  })
}

function keyed(place: PackedValue): readonly [string, PackedValue] {
  return [place.key, place]
}
