/**
 * The two workers of the page. The reader answers what belongs to the text as it is typed; the
 * summariser what takes longer, so that nobody waits for it.
 */
import { Background } from './background.ts'
import { byId } from './element.ts'

export const reader = new Background(byId('decisions'))
export const summariser = new Background(byId('overview'))
