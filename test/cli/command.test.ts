import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { VOCABULARIES } from '../../src/author/convert/convert.ts'
import { DEFAULT_POLICIES } from '../../src/author/files/load-site.ts'
import { PRESETS } from '../../src/author/files/presets.ts'
import { SERVER_DOORS } from '../../src/author/servers/servers.ts'
import { EXIT, UsageError } from '../../src/base/faults.ts'
import { type Command, commandUsage, readArguments } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'
import commands from '../../src/cli/commands.json' with { type: 'json' }
import { wantsColour } from '../../src/cli/io.ts'
import { PARTS_TEXT } from '../../src/logs/read/log-parts.ts'

const row: Command = {
  name: 'sow',
  summary: 'Sow seeds.',
  positionals: ['FIELD', '[SEED]'],
  options: {
    '--deep': 'deeper',
    '--row N': 'where',
    '--tag TAG…': 'labels',
  },
  run: () => EXIT.ok,
}

const refusal = (argv: readonly string[]) => {
  try {
    readArguments(row, argv)
  } catch (fault) {
    expect(fault).toBeInstanceOf(UsageError)
    return (fault as UsageError).message
  }
  throw new Error('was accepted')
}

describe('arguments', () => {
  it('are read with absent options filled in', () => {
    expect(readArguments(row, ['meadow', '--row', '3'])).toEqual([
      ['meadow'],
      { deep: false, row: '3', tag: [] },
    ])
    expect(readArguments(row, ['--deep', 'meadow', 'rye', '--tag=a', '--tag=b'])).toEqual([
      ['meadow', 'rye'],
      { deep: true, row: null, tag: ['a', 'b'] },
    ])
  })

  it('name the argument that is missing', () => expect(refusal([])).toBe('missing FIELD'))
  it('name the argument that is too many', () => expect(refusal(['a', 'b', 'c'])).toContain('`c`'))
  it('name an option that is repeated and has one value', () =>
    expect(refusal(['a', '--row', '1', '--row', '2'])).toBe('`--row` is given 2 times'))
  it('name an unknown option', () =>
    expect(refusal(['a', '--depe'])).toBe('unknown option `--depe`'))
})

describe('the table of commands', () => {
  it('has --json for every command that prints a result', () => {
    const without = COMMANDS.filter(({ options }) => !('--json' in options)).map(({ name }) => name)
    expect(without).toEqual(['serve', 'gate'])
  })

  it('names what the code knows: vocabularies, presets, fields of logs and the folder of policies', () => {
    expect(commands.convert.options['--to VOCABULARY']).toBe(
      `${Object.keys(VOCABULARIES).join(', ')}; or a server: ${Object.keys(SERVER_DOORS).join(', ')}`,
    )
    expect(commands.init.options['--preset WORD']).toBe(
      `begin with ${Object.keys(PRESETS).join(', ')}`,
    )
    expect(commands.report.more.text).toContain(`FIELD:\n  ${PARTS_TEXT}\n`)
    const defaults = [
      commands.gate.more.text,
      ...COMMANDS.map(({ options }) => options['--policies DIR'] ?? ''),
    ]
    for (const text of defaults.filter(Boolean))
      expect(text.trim().endsWith(`default ${DEFAULT_POLICIES}`)).toBe(true)
  })
})

/** Where the code of a default is, unless in the command's own file. */
const FILES: Readonly<Record<string, string>> = { report: 'input/counted-report.ts' }

describe('defaults', () => {
  test.each([
    ['gate', '--listen HOST:PORT', /DEFAULT_LISTEN = '(.+)'/],
    ['gate', '--grace SECONDS', /DEFAULT_GRACE_S = (\d+)/],
    ['serve', '--port PORT', /DEFAULT_PORT = (\d+)/],
    ['build', '--out FILE', /DEFAULT_OUT = join\('(.+)'\)/],
    ['report', '--max-age SECONDS', /'max-age', (\d+)\)/],
  ])('the text of %s %s says the one that the code has', (name, option, pattern) => {
    const [, written = 'nothing'] =
      pattern.exec(readFileSync(`src/cli/${FILES[name] ?? `commands/${name}.ts`}`, 'utf8')) ?? []
    const texts: Readonly<Record<string, { options: Readonly<Record<string, string>> }>> = commands
    expect(texts[name]!.options[option]).toMatch(
      new RegExp(`default ${written.replace("', '", '/')}$`),
    )
  })
})

describe('usage', () => {
  it('ends with what the options cannot say', () => {
    const more = { heading: 'Fields', text: '  meadow  wet\n' }
    expect(commandUsage({ ...row, more })).toBe(`${commandUsage(row)}\nFields:\n  meadow  wet\n`)
  })

  it('is made from the row', () => {
    expect(commandUsage(row)).toBe(
      'Sow seeds.\n\nUsage: acap sow FIELD [SEED] [options]\n\nOptions:\n' +
        '  --deep      deeper\n  --row N     where\n  --tag TAG…  labels\n',
    )
  })
})

describe('colour', () => {
  it('follows NO_COLOR before FORCE_COLOR before the terminal', () => {
    expect(wantsColour({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false)
    expect(wantsColour({ FORCE_COLOR: '1' }, false)).toBe(true)
    expect(wantsColour({ TERM: 'xterm' }, true)).toBe(true)
    expect(wantsColour({ TERM: 'dumb' }, true)).toBe(false)
    expect(wantsColour({}, false)).toBe(false)
  })
})
