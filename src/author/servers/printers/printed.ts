/** The input and output of a printer. */
import type { CloudflarePlan } from '../cloudflare/rules.ts'
import type { DoorPlan } from '../plan.ts'

export interface PrintedFile {
  readonly name: string
  readonly text: string
}

export interface PrintOptions {
  /** In the names of variables: a server may have several sites. */
  readonly id: string
  /** Where the files will lie, without a slash at the end. */
  readonly prefix: string
  /** Lines for the beginning of each file, without the sign of a comment. */
  readonly about: readonly string[]
  /** The customer's plan, where that limits what can be written. */
  readonly tier?: CloudflarePlan
}

export type Printer = (plan: DoorPlan, options: PrintOptions) => readonly PrintedFile[]

export function commented(about: readonly string[]): string {
  return about.map((line) => `# ${line}\n`).join('')
}
