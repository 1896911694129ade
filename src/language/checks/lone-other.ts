/**
 * L4: a record whose only fields prohibit `other`. They never decide the crawl.
 */
import { finding } from '../findings/diagnostic.ts'
import { type Check, spanOfField } from './context.ts'

export const loneOther: Check = function* (context) {
  for (const { fields, subRecords } of context.policy.records) {
    const isLone = fields.every(({ usage, effect }) => usage === 'other' && effect === 'disallow')
    if (fields[0] === undefined || !isLone || subRecords.length > 0) continue
    yield finding(spanOfField(context, fields[0].origin), 'lone-other', [])
  }
}
