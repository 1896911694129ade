/** The robots.txt that a site publishes, as a crawler reads it that knows no ACAP. */
import { cached } from '../../base/cached.ts'
import { readText } from '../../language/site/read-site.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import { robotsFile, type SiteProgram } from '../../program/program.ts'

const PUBLISHED = new WeakMap<SiteProgram, SiteProgram>()
const decoder = new TextDecoder()

export function publishedProgram(site: SiteProgram): SiteProgram {
  return cached(PUBLISHED, site, () => {
    const { policy, trees } = readText(decoder.decode(robotsFile(site).text))
    return compileAsWritten(policy, trees)
  })
}
