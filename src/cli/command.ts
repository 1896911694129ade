/**
 * The type of a command: a row of `commands.json`, for usage texts and parsing argv, and a
 * function.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { EXIT, type ExitCode, UsageError } from '../base/faults.ts'
import type { Io } from '../base/io.ts'
import { nearest } from '../language/findings/suggest.ts'
import type commands from './commands.json'

/**
 * Options by their form: `--to STORE` takes a value, `--host HOST…` may be repeated, `--json` takes
 * none.
 */
type OptionTable = Readonly<Record<string, string>>

type NameOf<Form> = Form extends `--${infer Name} ${string}`
  ? Name
  : Form extends `--${infer Name}`
    ? Name
    : never

type ValueOf<Form> = Form extends `${string} ${string}…`
  ? readonly string[]
  : Form extends `${string} ${string}`
    ? string | null
    : boolean

type OptionValues<O extends OptionTable> = {
  readonly [Form in keyof O as NameOf<Form>]: ValueOf<Form>
}

export type CommandName = keyof typeof commands

/** What a command was given for its options. */
export type Options<Name extends CommandName> = OptionValues<(typeof commands)[Name]['options']>

/** The process as a command sees it. */
export interface CommandIo extends Io {
  /**
   * Prints the answer: the value where `--json` is given, else the text. Returns the exit code, by
   * default that of success.
   */
  readonly answer: (value: unknown, text: string | (() => string), code?: ExitCode) => ExitCode
}

/** The function of a command, which gets its arguments. Required ones are checked before. */
type RunWith<Values> = (
  args: readonly string[],
  options: Values,
  io: CommandIo,
) => ExitCode | Promise<ExitCode>

export type Run<Name extends CommandName> = RunWith<Options<Name>>

/** A row with its function; in the table all commands are of one type. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** `SITE` is required, `[DIR]` may be left out, `[FILE…]` takes any number. */
  readonly positionals: readonly string[]
  readonly options: OptionTable
  /** A section of the help text for what the options cannot express. */
  readonly more?: { readonly heading: string; readonly text: string }
  readonly run: RunWith<OptionValues<OptionTable>>
}

/** Runs a command with argv after its name. Throws UsageError. */
export async function runCommand(row: Command, argv: readonly string[], io: Io): Promise<ExitCode> {
  const [args, options] = readArguments(row, argv)
  const answer: CommandIo['answer'] = (value, text, code = EXIT.ok) => {
    if ('json' in options && options.json) io.json(value)
    else io.out(typeof text === 'string' ? text : text())
    return code
  }
  return row.run(args, options, { ...io, answer })
}

/** The values of options that are not given. */
export function noOptions<Table extends OptionTable>(table: Table): OptionValues<Table> {
  const values = optionsOf(table).map(({ name, takesValue, isMultiple }) => [
    name,
    isMultiple ? [] : takesValue ? null : false,
  ])
  return Object.fromEntries(values)
}

/**
 * Parses the arguments after the command's name into positionals and options. Throws UsageError.
 */
export function readArguments(
  row: Command,
  argv: readonly string[],
): [readonly string[], OptionValues<OptionTable>] {
  const { values, positionals } = parseOrRefuse(row, withRepeated(row, argv))
  const required = row.positionals.filter((word) => !word.startsWith('[')).length
  const endless = row.positionals.at(-1)?.includes('…')
  if (positionals.length < required)
    throw refusal(row, `missing ${row.positionals[positionals.length]}`)
  if (!endless && positionals.length > row.positionals.length) {
    throw refusal(row, `unexpected argument \`${positionals[row.positionals.length]}\``)
  }
  const options: Record<string, boolean | string | readonly string[] | null> = noOptions(
    row.options,
  )
  for (const { name, isMultiple } of optionsOf(row.options)) {
    const given = values[name] as boolean | readonly string[] | undefined
    if (given === undefined) continue
    if (isMultiple || typeof given === 'boolean') options[name] = given
    else if (given.length === 1) options[name] = given[0]!
    else throw refusal(row, `\`--${name}\` is given ${given.length} times`)
  }
  return [positionals, options as OptionValues<OptionTable>]
}

/**
 * Reads `--map a=b c=d` as `--map a=b --map c=d`: repeats the option for each further value of its
 * form.
 */
function withRepeated({ options }: Command, argv: readonly string[]): readonly string[] {
  const forms = Object.keys(options).flatMap(
    (form) => /^(--\S+) [^ ]+=[^ ]+…$/.exec(form)?.[1] ?? [],
  )
  const words: string[] = []
  let option: string | null = null
  for (const word of argv) {
    const isFirst = option !== null && words.at(-1) === option
    if (option !== null && !isFirst && PAIR.test(word)) words.push(option)
    else if (!isFirst) option = forms.includes(word) ? word : null
    words.push(word)
  }
  return words
}

const PAIR = /^[a-zA-Z]+=./

function optionsOf(table: OptionTable) {
  return Object.keys(table).map((form) => {
    const [name = '', value] = form.slice('--'.length).split(' ')
    return { name, takesValue: value !== undefined, isMultiple: value?.endsWith('…') === true }
  })
}

function parseOrRefuse(row: Command, argv: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const { name, takesValue } of optionsOf(row.options))
    options[name] = { type: takesValue ? 'string' : 'boolean', multiple: takesValue }
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (fault) {
    const { code, message } = fault as NodeJS.ErrnoException
    const option = /'(?:-\w, )?(-[^' =]*)/.exec(message)?.[1] ?? ''
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknownOption(row, option)
    const takesValue = optionsOf(row.options).some(
      (each) => `--${each.name}` === option && each.takesValue,
    )
    throw refusal(
      row,
      takesValue ? `missing value for \`${option}\`` : `\`${option}\` takes no value`,
    )
  }
}

/** Names that other tools use for these options, for suggestions. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'as'],
  ['ua', 'as'],
  ['agent', 'as'],
  ['crawler', 'as'],
  ['ip', 'from'],
  ['time', 'at'],
  ['date', 'at'],
  ['now', 'at'],
  ['output', 'out'],
  ['dir', 'policies'],
])

function unknownOption(row: Command, option: string): UsageError {
  const word = option.replace(/^-+/, '')
  const other = OTHER_NAMES.get(word)
  const known = optionsOf(row.options).map(({ name }) => name)
  const meant =
    other !== undefined && known.includes(other) ? other : nearest(word, known, spellingLimit(word))
  const help = meant === null ? `acap ${row.name} --help` : `did you mean \`--${meant}\`?`
  return new UsageError(`unknown option \`${option}\``, help)
}

export function spellingLimit(word: string): number {
  return Math.max(1, Math.floor(word.length / 3))
}

function refusal(row: Command, message: string): UsageError {
  return new UsageError(message, `acap ${row.name} --help`)
}

export function commandUsage(row: Command): string {
  const rows = Object.entries(row.options)
  const line = ['acap', row.name, ...row.positionals, rows.length ? '[options]' : '']
    .filter(Boolean)
    .join(' ')
  const more = row.more === undefined ? '' : `\n${row.more.heading}:\n${row.more.text}`
  return `${row.summary}\n\nUsage: ${line}\n${rows.length ? `\nOptions:\n${columns(rows)}` : ''}${more}`
}

export type ColumnRows = readonly (readonly [left: string, right: string])[]

export function columns(rows: ColumnRows): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
