/** The servers of `acap convert --to`. Adding one is a printer, a reader of what it prints, and a row here. */
import type { DoorReader } from './interpreters/door-reader.ts'
import { readNginx } from './interpreters/nginx.ts'
import { printNginx } from './printers/nginx.ts'
import type { Printer } from './printers/printed.ts'

export interface ServerDoor {
  readonly print: Printer
  /** Reads the files back, as the server does. */
  readonly read: DoorReader
  readonly summary: string
  /** Where its files are included; `{prefix}` is their folder. */
  readonly include: readonly string[]
}

export const SERVER_DOORS: Readonly<Record<string, ServerDoor>> = {
  nginx: {
    print: printNginx,
    read: readNginx,
    summary: 'maps and a condition that refuse what the policy closes',
    include: [
      'in http {}: include {prefix}/acap-http.conf;',
      'the first line of server {}: include {prefix}/acap.conf;',
    ],
  },
}
