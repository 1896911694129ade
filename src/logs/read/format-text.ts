/**
 * Extracts the format from a copied line of nginx's or Apache's configuration, in nginx's
 * variables.
 */
import data from './log-names.json' with { type: 'json' }

const DIRECTIVES: Readonly<Record<string, string>> = data.apache

/** `%>s`, `%{User-Agent}i`, `%!200,304{Referer}i`. */
const DIRECTIVE = /%[!\d,<>]*((?:\{[^}]*\})?(?:\^..|[a-zA-Z]))|%%/g
/** A time of strftime, often in several directives: `%{%F %T}t.%{msec_frac}t %{%z}t`. */
const TIMES = /%\{[^}]*%[^}]*\}t(?:[^%"\]|]{0,3}%\{[^}]*\}t)*/g
const QUOTED = /'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"/gs
const NGINX = /^\s*log_format\s+\S+\s+(?:escape=\w+\s+)?(.*)$/s
const APACHE = /^\s*(?:LogFormat|CustomLog\s+\S+)\s+"((?:\\.|[^"\\])*)"/is

export function formatText(written: string): string {
  const text = withoutDirective(written)
  return asNginx(text.replace(/\\(["'\\])/g, '$1').replace(/\\t/g, '\t'))
}

/**
 * nginx joins the strings of a `log_format`; its lines stand in single quotes, where a format has
 * none.
 */
function withoutDirective(written: string): string {
  const apache = APACHE.exec(written)?.[1]
  if (apache !== undefined) return apache
  const nginx = NGINX.exec(written)?.[1] ?? (/^\s*'/.test(written) ? written : null)
  if (nginx === null) return written
  const strings = [...nginx.matchAll(QUOTED)].map(([, single, double]) => single ?? double)
  return strings.length === 0 ? nginx.replace(/;\s*$/, '') : strings.join('')
}

/** Both kinds of format have literal text between fields; only the names of the fields differ. */
function asNginx(format: string): string {
  if (!format.includes('%')) return format
  return format
    .replaceAll('%U%q', '$request_uri')
    .replace(TIMES, '$time_local')
    .replace(DIRECTIVE, (whole, directive: string | undefined) => {
      if (directive === undefined) return '%'
      const [, header] = /^\{(.*)\}i$/.exec(directive) ?? []
      if (header !== undefined) return `$http_${header.toLowerCase().replaceAll('-', '_')}`
      return DIRECTIVES[directive] ?? (whole === '%%' ? '%' : '$-')
    })
}
