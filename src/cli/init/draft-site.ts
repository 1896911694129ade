/**
 * An existing robots.txt → the files of a site's folder: the text with every line and decision kept, a
 * site.toml to begin with, and cases that say what the policy does today.
 */
import { type SiteContext, siteContextsOf } from '../../enforce/judge.ts'
import { compilePolicies, compileSite } from '../input/load-programs.ts'
import { type ReadSite, readFiles } from '../input/read-policies.ts'
import type { SourceText } from '../input/source-text.ts'
import { draftCases } from './draft-cases.ts'
import { type KeptLine, keepLines, withComments } from './keep-lines.ts'
import { EXAMPLE_HOST, type Hosts, withHosts } from './with-hosts.ts'

/** A site's folder that builds. */
interface SiteDraft {
  /** By path in the folder. */
  readonly files: ReadonlyMap<string, string>
  /** Lines that are wrong and were kept. */
  readonly kept: readonly KeptLine[]
}

/** Drafts the folder. */
export function draftSite({ text, additions }: SourceText, hosts: Hosts): SiteDraft {
  const site = withHosts(SITE_TOML, hosts)
  // What `acap init` prints is gone tomorrow; the file stays.
  const offers = additions.map(({ line, rule }) => [line, `browsers send UTF-8; the same for them is ${rule}`] as const)
  const robots = keepLines(withComments(text, new Map(offers)), (each) => readDraft(each, site).findings)
  const cases = draftCases(contextFor(robots.text, site), new Date())
  const files = new Map([
    ['robots.txt', robots.text],
    ['site.toml', site],
    ['cases.toml', cases],
  ])
  return { files, kept: robots.lines }
}

function readDraft(robots: string, site: string): ReadSite {
  const files = new Map(Object.entries({ 'robots.txt': robots, 'site.toml': site }).map(encoded))
  return readFiles({ site: '', folder: '', files, boundary: null })
}

function encoded([path, text]: readonly [string, string]): [string, Uint8Array] {
  return [path, new TextEncoder().encode(text)]
}

/**
 * Judges by what will be served: misspelt fields are spelt right in it, and remain right once the author fixes them.
 */
function contextFor(robots: string, site: string): SiteContext {
  const [context] = siteContextsOf(compilePolicies('', [compileSite(readDraft(robots, site))], () => undefined))
  return context!
}

const SITE_TOML = `# Everything about the site that is not in the language of robots.txt.

hosts = ["${EXAMPLE_HOST}"] # placeholder: your own host names
canonical = "https://${EXAMPLE_HOST}" # placeholder: where your pages belong
mode = "observe" # decides and logs, refuses nothing; "enforce" once you are content

[identify]
self-declared = "crawler" # unknown clients that declare themselves bots; "report" names and counts them only

[refuse]
contact = "webmaster@example.com" # placeholder: whom a refused crawler may ask, by mail or at a URL
`
