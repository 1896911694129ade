/**
 * What Lighthouse's audit `robots-txt` (12.8) finds in a robots.txt, in a few lines of our own: names of fields, the
 * beginning of patterns, `$` within them, addresses of sitemaps, and rules before any name.
 */
const FIELDS = new Set(
  'user-agent allow disallow sitemap crawl-delay clean-param host request-rate visit-time noindex'.split(
    ' ',
  ),
)

/** The lines that the audit refuses, as they stand. */
export function refusedByAudit(text: string): string[] {
  let hasName = false
  return text.split(/\r\n|\r|\n/).filter((line) => {
    const [, name, value = ''] = /^([^:#]*):([^#]*)/.exec(line)?.map((part) => part.trim()) ?? []
    if (name === undefined) return line.replace(/#.*/, '').trim() !== ''
    const field = name.toLowerCase()
    if (field === 'user-agent') hasName ||= value !== ''
    return !FIELDS.has(field) || !isFine(field, value, hasName)
  })
}

function isFine(field: string, value: string, hasName: boolean): boolean {
  if (field === 'user-agent') return value !== ''
  if (field === 'sitemap') return /^(?:https?|ftp):\/\//i.test(value)
  if (field !== 'allow' && field !== 'disallow') return true
  return hasName && /^(?:[/*][^$]*\$?|)$/.test(value)
}
