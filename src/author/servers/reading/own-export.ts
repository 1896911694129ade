/**
 * Reads a file written by `acap convert`: the policy in its first comment, compared with its
 * expressions. Further files of the server are read from beside it.
 */
import { siteContextOf } from '../../../decide/judge.ts'
import { knownCrawlers } from '../../../registry.ts'
import { textProgram } from '../../files/load-programs.ts'
import { doorPlan } from '../plan.ts'
import type { PrintedFile } from '../printers/printed.ts'
import { doorProof } from '../proof/door-proof.ts'
import { SERVER_DOORS } from '../servers.ts'
import { OWN_RULES } from '../written-rules.ts'
import type { DerivedPolicy } from './derived-policy.ts'
import type { ReadBeside } from './haproxy.ts'

const WRITTEN = /^(?:# |\{\s*"description": ")Written by acap convert --to (\w+) on /
/** The files that each server's export consists of. The first contains the policy. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  nginx: ['acap-http.conf', 'acap.conf'],
  apache: ['acap.conf'],
  htaccess: ['acap.htaccess'],
  haproxy: ['acap.cfg'],
  caddy: ['acap.caddyfile'],
  cloudflare: ['acap.txt', 'acap.json'],
}

interface OwnExport extends DerivedPolicy {
  readonly server: string
}

/** What is lost where the policy of a file that we wrote is not beside it. */
export function lostIn(text: string): readonly string[] {
  const server = WRITTEN.exec(text)?.[1]
  return server === 'cloudflare'
    ? ['lost: acap.txt, which has the policy, is not beside it: its expressions say less']
    : []
}

/** Null: not written by us, or without its policy. */
export function ownExportIn(text: string, readBeside: ReadBeside): OwnExport | null {
  const server = WRITTEN.exec(text)?.[1]
  if (server === undefined || !Object.hasOwn(FILES, server)) return null
  const names = FILES[server]!
  const own = rulesIn(text) === null ? (readBeside(names[0]!) ?? '') : text
  const policy = rulesIn(own)
  if (policy === null) return null
  const files = filesOf(server, own, readBeside)
  const lost = [...own.matchAll(/^# Lost: (.*)$/gm)].map(([, what]) => what!)
  return {
    server,
    text: policy,
    unread: [],
    notes: [
      ...lost.map((what) => `lost: ${what}`),
      'lost: site.toml and its routes, categories and settings are not in the files of a server',
      ...comparison(server, policy, files, lost),
    ],
  }
}

/**
 * Differences that are expected even in an unedited file, because the comment cannot express them.
 */
const UNLIKE = /^(?:the address lists|these patterns match) /

function comparison(
  server: string,
  policy: string,
  files: readonly PrintedFile[] | null,
  lost: readonly string[],
): readonly string[] {
  if (files === null)
    return ['the other files of the server are not beside it: its expressions were not compared']
  if (lost.some((what) => UNLIKE.test(what)))
    return ['its expressions were not compared: they say what was lost']
  return contradictions(server, policy, files)
}

function rulesIn(text: string): string | null {
  const lines = text.split('\n')
  const start = lines.indexOf(`# ${OWN_RULES}`)
  if (start < 0) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => !/^#( |$)/.test(line) || line.startsWith('# Lost: '))
  return rest
    .slice(0, end < 0 ? undefined : end)
    .map((line) => `${line.slice(2)}\n`)
    .join('')
}

function filesOf(server: string, text: string, readBeside: ReadBeside): PrintedFile[] | null {
  const [first, ...others] = FILES[server]!
  const maps =
    server === 'haproxy'
      ? [...text.matchAll(/map_reg\(\S*?\/?(acap-[\w-]+\.map),/g)].map(([, name]) => name!)
      : []
  const beside = [...others, ...new Set(maps)].map((name) => ({ name, text: readBeside(name) }))
  if (beside.some((file) => file.text === null)) return null
  return [{ name: first!, text }, ...(beside as PrintedFile[])]
}

/**
 * The paths that the expressions leave open to everybody: from site.toml, and files that the site
 * serves.
 */
function alwaysOpen(files: readonly PrintedFile[]): readonly string[] {
  const paths = files.flatMap(({ text }) => [
    ...text.matchAll(/\^(\/[^\s"#`()|]*?)(\[\^\?\][*])?\(\?:\[\?\]\|\$\)/g),
  ])
  const all = paths.map(([, path, star]) => {
    const plain = path!.replace(/\[(.)\]/g, '$1').replace(/\\x(..)/g, (_, code: string) => {
      return String.fromCharCode(Number.parseInt(code, 16))
    })
    return plain + (star === undefined ? '' : '*')
  })
  return [...new Set(all)].filter((path) => path !== '/robots.txt')
}

/** Differences between expressions and comment. They show that somebody edited the file. */
function contradictions(
  server: string,
  policy: string,
  files: readonly PrintedFile[],
): readonly string[] {
  const registry = knownCrawlers()
  const site = textProgram(policy)
  const open = alwaysOpen(files)
  const exempt = [...site.config.exempt, ...open]
  const context = siteContextOf({ ...site, config: { ...site.config, exempt } }, registry, [])
  const plan = doorPlan(context, registry, Date.now())
  try {
    const door = SERVER_DOORS[server]!.read(files)
    const found = doorProof(door, plan, context)
    return found
      .filter(({ code }) => code === 'ACAP173')
      .map(({ message }) =>
        message.replace(/^nothing is written: /, 'edited since it was written: '),
      )
  } catch {
    return ['edited since it was written: its expressions are no longer what acap convert writes']
  }
}
