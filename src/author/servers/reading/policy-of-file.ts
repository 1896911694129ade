/**
 * Converts a server's file to a robots.txt with its names and paths, and lists what it could not.
 * Null if it is not such a file: its dialect is recognised by its content.
 */

import { readApacheFile } from './apache.ts'
import { readCaddyFile } from './caddy.ts'
import { cloudflareRulesIn, readCloudflareJson, readCloudflareText } from './cloudflare.ts'
import type { FilePlace } from './condition.ts'
import { derivedPolicy } from './derived-policy.ts'
import { listedIn, type ReadBeside, readHaproxyFile, readNameList } from './haproxy.ts'
import { readLighttpdFile } from './lighttpd.ts'
import { readNginxFile } from './nginx.ts'
import { lostIn, ownExportIn } from './own-export.ts'
import type { ServerProgram } from './server-program.ts'

export interface PolicyOfFile {
  /** Whose file it is, as people call it. */
  readonly server: string
  /** A robots.txt. */
  readonly text: string
  readonly unread: readonly FilePlace[]
  readonly notes: readonly string[]
}

export function policyOfFile(given: string, readBeside: ReadBeside): PolicyOfFile | null {
  const text = given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const own = ownExportIn(text, readBeside)
  if (own !== null) return own
  const file = serverFileIn(text, readBeside)
  if (file === null) return null
  const derived = derivedPolicy(file.program)
  return { server: file.server, ...derived, notes: [...lostIn(text), ...derived.notes] }
}

interface ServerFile {
  /** What people call the server. */
  readonly server: string
  readonly program: ServerProgram
}

type Read = (text: string, readBeside: ReadBeside) => ServerProgram

/** The first that a file looks like. */
const DIALECTS: readonly (readonly [server: string, sign: RegExp, read: Read])[] = [
  ['Cloudflare', /\bhttp\.(?:user_agent|request\.)|\bcf\.[a-z]+\.[a-z]/, readCloudflareText],
  ['lighttpd', /\$HTTP\["/, readLighttpdFile],
  [
    'nginx',
    /\$http_user_agent\b|^\s*map\s+\S*\$|^\s*if\s*\(\s*\$|^\s*location\s.*\{|^\s*return\s+4\d\d\s*;/m,
    readNginxFile,
  ],
  [
    'Apache',
    /^\s*(?:Rewrite(?:Cond|Rule|Engine)\b|SetEnvIf|BrowserMatch|<(?:If|Location|Files|Directory|VirtualHost|RequireAll)\b|(?:Deny|Allow)\s+from\b|Require\s+(?:all|not|env)\b)/im,
    readApacheFile,
  ],
  ['HAProxy', /^\s*(?:acl\s+\S+\s|http-request\s|frontend\s|block\s+if\s)/m, readHaproxyFile],
  [
    'Caddy',
    /^\s*@[\w-]+\s*(?:\{|header|path|not|expression)|\bheader_regexp\b|^\s*(?:abort|respond|error)\s+@/m,
    readCaddyFile,
  ],
]

const ROBOTS = /^\s*(?:user-?agent|acap-crawler|(?:dis)?allow|sitemap)\s*:/im
/** A name of a crawler, alone on its line. */
const NAME = /^[A-Za-z0-9][\w .!+-]{1,60}$/
const LIKELY =
  /bot\b|bot[-_]|crawl|spider|scrap|agent|fetch|^[\w.]+-(?:ai|user|training|extended)$/i
/**
 * In a list of names, at least this share of lines looks like a crawler's name. Other text has
 * fewer.
 */
const LEAST_LIKELY = 1 / 3

function isNameList(text: string): boolean {
  const lines = listedIn(text)
  const isName = (line: string) => NAME.test(line)
  const likely = lines.filter((line) => LIKELY.test(line)).length
  return lines.length > 1 && lines.every(isName) && likely >= lines.length * LEAST_LIKELY
}

/** Null: a robots.txt, or nothing that is known. */
function serverFileIn(text: string, readBeside: ReadBeside): ServerFile | null {
  if (/^\s*[[{]/.test(text)) {
    const rules = cloudflareRulesIn(text)
    if (rules !== null) return { server: 'Cloudflare', program: readCloudflareJson(text, rules) }
  }
  if (ROBOTS.test(text)) return null
  const known = DIALECTS.find(([, sign]) => sign.test(text))
  if (known !== undefined) return { server: known[0], program: known[2](text, readBeside) }
  return isNameList(text) ? { server: 'a list of names', program: readNameList(text) } : null
}
