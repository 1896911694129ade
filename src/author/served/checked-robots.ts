/** What the library's callers give for a robots.txt that is served, checked → that file. */
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import { checkReading, type SiteReading } from '../../language/site/read-site.ts'
import { type GeneratedRobots, generateRobots, type ServedOptions } from './generate-robots.ts'

/**
 * Generates what a site serves.
 *
 * @param reading What `readSite` or `readText` gave.
 * @param options The known crawlers, which a site with `[categories]` needs. @default none
 * @throws TypeError for unknown and wrong options, and for a site with `[categories]` where the known crawlers are missing.
 * @example generateRobots(readSite('example', files), { crawlers: knownCrawlers().crawlers }).text
 */
export function checkedRobots(reading: SiteReading, options: ServedOptions = {}): GeneratedRobots {
  checkReading('generateRobots', reading)
  checkServedOptions('generateRobots', options)
  return generateRobots(reading, options)
}

/** `own`: options of the caller beside these. @throws TypeError for unknown and wrong options */
export function checkServedOptions(
  caller: string,
  options: ServedOptions,
  own: readonly string[] = [],
): void {
  const members = ['crawlers', ...own]
  checkArgument(isRecord(options), caller, 'options', `\`{ ${members.join(', ')} }\``)
  checkMembers(caller, options, members)
  const { crawlers = [] } = options
  const areCrawlers = Array.isArray(crawlers) && crawlers.every((each) => isRecord(each))
  checkArgument(areCrawlers, caller, 'crawlers', 'a list, such as `knownCrawlers().crawlers`')
}
