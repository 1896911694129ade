/**
 * Writes a server's files that refuse the same targets and names as the edge, and lists what they
 * cannot express.
 */

import { hasErrors } from '../../author/files/read-policies.ts'
import { siteContextOf } from '../../decide/judge.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START } from '../../language/text/source.ts'
import type { Network, Registry, SiteProgram } from '../../program/program.ts'
import { leftOut, namePlace, strictFindings, uncheckedNames } from './export-findings.ts'
import { type DoorPlan, doorPlan, withoutLists } from './plan.ts'
import { commented, type PrintedFile, type PrintOptions } from './printers/printed.ts'
import { doorProof } from './proof/door-proof.ts'
import type { ServerDoor } from './servers.ts'
import { writtenRules } from './written-rules.ts'

export interface DoorExport {
  /** Empty where one of the findings is an error. */
  readonly files: readonly PrintedFile[]
  readonly findings: readonly Finding[]
}

interface ExportedSite {
  readonly reading: SiteReading
  readonly site: SiteProgram
  readonly registry: Registry
  readonly networks: readonly Network[]
  readonly now: number
}

interface ExportOptions extends Omit<PrintOptions, 'about'> {
  /** Lines for the beginning of each file, by the address lists that it has. */
  readonly about: (lists: readonly string[]) => readonly string[]
}

export function exportSite(
  { reading, site, registry, networks, now }: ExportedSite,
  door: Omit<ServerDoor, 'summary' | 'include'>,
  server: string,
  { about, ...options }: ExportOptions,
): DoorExport {
  if (site.config.mode !== 'enforce')
    return { files: [], findings: [finding(FILE_START, 'export-idle', [site.config.mode])] }
  const context = siteContextOf(site, registry, networks)
  const listed = doorPlan(context, registry, now)
  const plan = door.checksAddresses === false ? withoutLists(listed) : listed
  const printed: PrintOptions = { ...options, about: about(plan.listNames) }
  const files = withRules(door.print(plan, printed), plan)
  const exported = { reading, site, plan, server }
  const findings = [
    ...leftOut(exported),
    ...strictFindings(exported),
    ...(door.limits?.(plan, printed, (name) => namePlace(reading, name)) ?? []),
    ...uncheckedNames(listed, plan, server),
    ...doorProof(door.read(files), plan, context),
  ]
  return { files: hasErrors(findings) ? [] : files, findings }
}

/** The first file that can have a comment says in it what the expressions come to. */
function withRules(files: readonly PrintedFile[], plan: DoorPlan): readonly PrintedFile[] {
  const first = files.find(({ text }) => text.startsWith('# '))
  return files.map((file) => {
    if (file !== first) return file
    const comment = /^(?:# .*\n)*/.exec(file.text)![0]
    const text = comment + commented(writtenRules(plan)) + file.text.slice(comment.length)
    return { ...file, text }
  })
}
