/**
 * The library's `acap-edge/registry`: the public list of crawlers, compiled. It is the only owner of which list that is; an
 * entrance of its own, because a list of well over a thousand crawlers must not weigh on who needs none.
 */
import list from 'crawler-user-agents'
import type { Registry } from './bundle/program.ts'
import { compileRegistry } from './compile/registry.ts'

/** The known crawlers: their names, categories and operators (I3, I5). Made when it is first asked for. */
export function knownCrawlers(): Registry {
  known ??= compileRegistry(list)
  return known
}

let known: Registry | undefined
