/**
 * This program in a process of its own, for a gate: no request waits for what it builds or fetches. It gets a folder of
 * policies, and knows nothing of the gate.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How long a command may take, in milliseconds. */
const MOST_MS = 600_000

/**
 * The bundle of a folder of policies.
 * @throws Error with what `acap build` says.
 */
export async function builtFrom(policies: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-gate-'))
  const out = join(folder, 'policies.bin')
  try {
    await run(['build', policies, '--out', out])
    return readFileSync(out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Fetches the address lists of a folder of policies into it.
 * @throws Error with what `acap networks` says of lists that stay as they were.
 */
export async function refreshLists(policies: string): Promise<void> {
  await run(['networks', policies])
}

function run(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [process.argv[1]!, ...args], { timeout: MOST_MS }, (fault, out, err) => {
      if (fault === null) resolve()
      else reject(new Error(`${err}${out}`.trim() || fault.message))
    })
  })
}
