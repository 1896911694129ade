/**
 * `acap init --from` on octets, in a folder of its own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderWith } from './acap.ts'
import { runAcap } from './run-acap.ts'

/** Runs `acap init` on octets, in a folder of its own. */
export async function beginSite(octets: string | Uint8Array, ...args: readonly string[]) {
  const cwd = folderWith({ 'old.txt': octets })
  const policies = join(cwd, 'policies')
  const more = ['--from', join(cwd, 'old.txt'), '--policies', policies, ...args]
  const ran = await runAcap(['init', 'site', ...more], { env: { NO_COLOR: '1' } })
  const robots = () => readFileSync(join(policies, 'site/robots.txt'), 'utf8')
  return { ...ran, cwd, policies, folder: join(policies, 'site'), robots }
}

/** Text, an octet for each of its characters. */
export const latin1 = (text: string) => Buffer.from(text, 'latin1')
