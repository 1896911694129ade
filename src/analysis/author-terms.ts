/**
 * A ruling → where its fields stand for the author. Refusals name lines of what is served; here they are those of the
 * author's own files.
 */
import type { DecidingField } from '../engine/decision.ts'
import { reasonOf } from '../engine/reason.ts'
import type { Ruling } from '../engine/ruling.ts'

/** Why, in one sentence. */
export function reasonForAuthor(ruling: Ruling, folder: string): string {
  const fields = ruling.fields.map(({ servedLine: _, ...field }) => ({ ...field, source: fileOf(field, folder) }))
  return reasonOf(ruling, fields)
}

/** The file in which a field stands, as the author can open it. */
export function fileOf({ source }: DecidingField, folder: string): string {
  return `${folder}/${source === 'route' ? 'site.toml' : source}`
}
