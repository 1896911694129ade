/**
 * Search engines that read no rate in robots.txt, as they say themselves. `others` are tokens that have rules of their own only
 * where a group names them.
 */
import engines from './data/rates.json' with { type: 'json' }

export const ENGINES_WITHOUT_RATES = engines
