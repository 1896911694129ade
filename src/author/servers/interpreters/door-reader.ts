/** What an interpreter makes of printed files. */
import type { PrintedFile } from '../printers/printed.ts'

export interface DoorRequest {
  readonly target: string
  /** Empty for an absent header. */
  readonly userAgent: string
  readonly address: string
}

export interface ReadDoor {
  /** The expressions that it asks about a target, as they are written. */
  readonly targets: readonly string[]
  readonly refuses: (request: DoorRequest) => boolean
}

export type DoorReader = (files: readonly PrintedFile[]) => ReadDoor
