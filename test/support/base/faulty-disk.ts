/**
 * A disk that fails: from one of the calls that change it, counted from 1. In this process by `withFaultyDisk`; in another
 * that is started with `--import` of this file, by ACAP_FAULT_AT and ACAP_FAULT, a code or `SIGKILL`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What changes a disk. What removes is left out: it needs no space. */
const CALLS = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'fchmodSync',
  'fchownSync',
  'mkdirSync',
  'renameSync',
] as const
type Call = (typeof CALLS)[number]

export interface FaultPlan {
  /** The call that fails, and all after it: a full disk stays full. */
  readonly from: number
  readonly code: string
}

/** How often the disk was changed, and whether the plan was reached. */
export interface FaultCount {
  calls: number
}

const asFs = fs as unknown as Record<Call, (...args: never[]) => unknown>

/** Runs with a disk that fails by a plan; `Infinity` counts alone. */
export async function withFaultyDisk<T>(
  plan: FaultPlan,
  run: () => Promise<T>,
): Promise<T & { readonly calls: number }> {
  const count = { calls: 0 }
  const restore = makeFaulty(plan, count)
  try {
    return { ...(await run()), calls: count.calls }
  } finally {
    restore()
  }
}

function makeFaulty({ from, code }: FaultPlan, count: FaultCount): () => void {
  const originals = CALLS.map((name) => [name, asFs[name]] as const)
  for (const [name, original] of originals) {
    asFs[name] = (...args) => {
      if (!changesDisk(name, args)) return original(...args)
      if (++count.calls < from) return original(...args)
      // A disk that is nearly full takes a part.
      if (name === 'writeSync' && count.calls === from) halfWritten(original, args)
      if (code === 'SIGKILL') process.kill(process.pid, 'SIGKILL')
      throw Object.assign(new Error(`${code}: made by a test, ${name}`), {
        code,
        syscall: name.slice(0, -4),
      })
    }
  }
  syncBuiltinESMExports()
  return () => {
    for (const [name, original] of originals) asFs[name] = original
    syncBuiltinESMExports()
  }
}

/** Standard streams, and files that are read, are no part of it. */
function changesDisk(name: Call, args: readonly unknown[]): boolean {
  if (name === 'openSync') return typeof args[1] === 'string' && /[wa]/.test(args[1])
  return name === 'mkdirSync' || name === 'renameSync' || (args[0] as number) > 2
}

function halfWritten(original: (...args: never[]) => unknown, args: readonly unknown[]): void {
  const [file, bytes] = args as [number, Uint8Array]
  original(...([file, bytes, 0, bytes.length >> 1] as never[]))
}

const { ACAP_FAULT_AT, ACAP_FAULT } = process.env
if (ACAP_FAULT_AT !== undefined)
  makeFaulty({ from: Number(ACAP_FAULT_AT), code: ACAP_FAULT! }, { calls: 0 })
