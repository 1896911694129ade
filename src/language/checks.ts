/**
 * All checks of a whole policy. Adding one is a file in checks/, a row in the catalogue and a line here.
 */
import { browserName } from './checks/browser-name.ts'
import type { Check } from './checks/check.ts'
import { commentVersion } from './checks/comment-version.ts'
import { contradiction } from './checks/contradiction.ts'
import { converterMerged } from './checks/converter-merged.ts'
import { disagreement } from './checks/disagreement.ts'
import { expiredDate } from './checks/expired-date.ts'
import { groupAfterRecords } from './checks/group-after-records.ts'
import { loneOther } from './checks/lone-other.ts'
import { malformedPreference } from './checks/malformed-preference.ts'
import { malformedSignal } from './checks/malformed-signal.ts'
import { nonAsciiPattern } from './checks/non-ascii-pattern.ts'
import { recordWithoutFields } from './checks/record-without-fields.ts'
import { relativeUri } from './checks/relative-uri.ts'
import { repeatedField } from './checks/repeated-field.ts'
import { routeContradiction } from './checks/route-contradiction.ts'
import { routeOverPermission } from './checks/route-over-permission.ts'
import { runOverFields } from './checks/run-over-fields.ts'
import { shadowedField } from './checks/shadowed-field.ts'
import { spaceInPattern } from './checks/space-in-pattern.ts'
import { tokenOfNoAgent } from './checks/token-of-no-agent.ts'
import { tooLarge } from './checks/too-large.ts'
import { tooManyNames } from './checks/too-many-names.ts'
import { unmatchableName } from './checks/unmatchable-name.ts'
import { unreachablePurpose } from './checks/unreachable-purpose.ts'
import { unusedDefinition } from './checks/unused-definition.ts'
import { widerPermission } from './checks/wider-permission.ts'

export const CHECKS: readonly Check[] = [
  tooLarge,
  nonAsciiPattern,
  spaceInPattern,
  commentVersion,
  runOverFields,
  groupAfterRecords,
  recordWithoutFields,
  converterMerged,
  unmatchableName,
  tokenOfNoAgent,
  browserName,
  unusedDefinition,
  unreachablePurpose,
  contradiction,
  shadowedField,
  repeatedField,
  widerPermission,
  disagreement,
  loneOther,
  tooManyNames,
  expiredDate,
  relativeUri,
  malformedSignal,
  malformedPreference,
  routeOverPermission,
  routeContradiction,
]
