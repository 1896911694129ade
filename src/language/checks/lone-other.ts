/** A record that only prohibits `other`, which never decides the crawl (L4). */
import { type Check, spanOfField } from './context.ts'

export const loneOther: Check = (context, report) => {
  for (const { fields, subRecords } of context.policy.records) {
    const isLone = fields.every(({ usage, effect }) => usage === 'other' && effect === 'disallow')
    if (fields[0] === undefined || !isLone || subRecords.length > 0) continue
    report(spanOfField(context, fields[0].origin), 'lone-other', [])
  }
}
