/** What an interpreter makes of printed files. */
import type { PrintedFile } from '../printers/printed.ts'

export interface ReadDoor {
  /** Whether a request is refused; an absent header is empty. */
  /** The expressions that it asks about a target, as they are written. */
  readonly targets: readonly string[]
  readonly refuses: (target: string, userAgent: string) => boolean
}

export type DoorReader = (files: readonly PrintedFile[]) => ReadDoor
