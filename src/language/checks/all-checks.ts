/** All checks of a whole policy. Adding one is a file in checks/, a row in kinds.json and a line here. */
import { browserName } from './browser-name.ts'
import { categoryAsCrawler } from './category-as-crawler.ts'
import { commentVersion } from './comment-version.ts'
import type { Check } from './context.ts'
import { contradiction } from './contradiction.ts'
import { converterMerged } from './converter-merged.ts'
import { disagreement } from './disagreement.ts'
import { expiredDate } from './expired-date.ts'
import { groupAfterRecords } from './group-after-records.ts'
import { ignoredRate } from './ignored-rate.ts'
import { loneOther } from './lone-other.ts'
import { malformedPreference } from './malformed-preference.ts'
import { malformedSignal } from './malformed-signal.ts'
import { misspeltCrawlerName } from './misspelt-crawler.ts'
import { nonAsciiPattern } from './non-ascii-pattern.ts'
import { openedPattern } from './opened-pattern.ts'
import { recordWithoutFields } from './record-without-fields.ts'
import { relativeUri } from './relative-uri.ts'
import { repeatedField } from './repeated-field.ts'
import { replacedRules } from './replaced-rules.ts'
import { routeContradiction } from './route-contradiction.ts'
import { routeOverPermission } from './route-over-permission.ts'
import { runOverFields } from './run-over-fields.ts'
import { shadowedField } from './shadowed-field.ts'
import { shadowedRoute } from './shadowed-route.ts'
import { spaceInPattern } from './space-in-pattern.ts'
import { takeDownQuery } from './take-down-query.ts'
import { tiedRules } from './tied-rules.ts'
import { tokenOfNoAgent } from './token-of-no-agent.ts'
import { tooLarge } from './too-large.ts'
import { tooManyNames } from './too-many-names.ts'
import { unmatchableName } from './unmatchable-name.ts'
import { unreachablePurpose } from './unreachable-purpose.ts'
import { unusedDefinition } from './unused-definition.ts'
import { widerPermission } from './wider-permission.ts'

export const CHECKS: readonly Check[] = [
  tooLarge,
  nonAsciiPattern,
  spaceInPattern,
  commentVersion,
  runOverFields,
  groupAfterRecords,
  recordWithoutFields,
  converterMerged,
  replacedRules,
  tiedRules,
  ignoredRate,
  unmatchableName,
  tokenOfNoAgent,
  browserName,
  misspeltCrawlerName,
  categoryAsCrawler,
  unusedDefinition,
  unreachablePurpose,
  contradiction,
  shadowedField,
  repeatedField,
  widerPermission,
  disagreement,
  loneOther,
  openedPattern,
  takeDownQuery,
  tooManyNames,
  expiredDate,
  relativeUri,
  malformedSignal,
  malformedPreference,
  routeOverPermission,
  routeContradiction,
  shadowedRoute,
]
