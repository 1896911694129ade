/** What messages are made of: what is wrong and how to fix it. It knows neither the place nor the output format. */

export interface Words {
  /** Lower case, no full stop, the author's words in backticks. */
  readonly message: string
  readonly help: string | null
}

export function words(message: string, help: string | null = null): Words {
  return { message, help }
}

/** The author's own words in a message: in backticks, shortened where they are long, and named where there are none. */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return `\`${short.replaceAll('`', "'")}\``
}

/** Some words in a row: `a, b and c`; of more than `most`, the first and how many more there are. */
export function listed(all: readonly string[], most: number = all.length): string {
  const items = all.length > most ? [...all.slice(0, most), `${all.length - most} more`] : all
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export type Value = string | number | boolean | null | readonly string[]

/** A template, or several by the last of the values: as text, or `else`. */
export type Template = string | null | Readonly<Record<string, string | null>>

/** A template of kinds.json with its values: `{0}` is the first of them, and what stands in « » is quoted. */
export function filled(template: Template, values: readonly Value[]): string | null {
  if (typeof template === 'object' && template !== null) {
    const form = String(values.at(-1))
    return filled((Object.hasOwn(template, form) ? template[form] : template.else) ?? null, values)
  }
  const raw = (text: string) => text.replace(/\{(\d)\}/g, (_, number) => String(values[number]))
  const quoted = (text: string) => {
    const value = values[Number(text.slice(1, -1))]
    return Array.isArray(value) ? listed(value.map(quote)) : quote(raw(text))
  }
  return (
    template?.replace(/«([^»]*)»|[^«]+/g, (text, author) =>
      author === undefined ? raw(text) : quoted(author),
    ) ?? null
  )
}
