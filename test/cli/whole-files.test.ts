/**
 * Every command that writes files, and everything that a disk can refuse: the old file or the new one, never a third; one
 * line; exit code 3; and the second try works.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withFaultyDisk } from '../support/base/faulty-disk.ts'
import { random } from '../support/base/random.ts'
import { folderWith, PROGRAM } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'
import {
  filesIn as allFilesIn,
  PUBLISHED,
  type WritingCommand,
  writingCommands,
} from '../support/cli/writing-commands.ts'
import { runSave, saveAt } from '../support/explorer/explorer-saves.ts'
import { runs } from '../support/runs.ts'

const IS_LONG = runs(0, 1) === 1
const CODES = ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT', 'EIO']
const NEVER = Number.POSITIVE_INFINITY
const ENV = { ACAP_CACHE: 'off' }

const server = createServer(({ url }, response) => void response.end(PUBLISHED[url!]))
const home = process.cwd()
let commands: Readonly<Record<string, WritingCommand>>

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  commands = writingCommands(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => void server.close())
afterEach(() => process.chdir(home))

/** A new folder in which the command can run, and this process in it. */
async function begun({ files, first = [] }: WritingCommand): Promise<string> {
  const folder = folderWith(files)
  process.chdir(folder)
  for (const args of first) expect(await runAcap(args, { env: ENV })).toMatchObject({ code: 0 })
  return folder
}

const runOf = ({ args, save }: WritingCommand) =>
  save === undefined ? runAcap(args, { env: ENV }) : runSave('policies', save)

const runWith = (command: WritingCommand, from: number, code: string) =>
  withFaultyDisk({ from, code }, () => runOf(command))

/** Has a server save whose first line names its URL; the answer does not come where it is killed. */
async function saveBy(server: ChildProcess, save: WritingCommand['save']): Promise<void> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const [url] = /http:\S+/.exec(line) ?? []
    if (url !== undefined) return void (await saveAt(url, save).catch(() => null))
  }
}

/** The files without what the time changes. */
function untimed(
  files: ReadonlyMap<string, string>,
  { timed }: WritingCommand,
): ReadonlyMap<string, string> {
  return new Map([...files].map(([path, content]) => [path, timed?.test(path) ? '' : content]))
}

/** All files but the versions of the explorer, which have the time in their names and are whole. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const isVersion = (path: string) => /\.history\/[^.].*\.json$/.test(path)
  const files = allFilesIn(folder)
  for (const [path, content] of files) if (isVersion(path)) JSON.parse(content.replace(/^\d+ /, ''))
  return new Map([...files].filter(([path]) => !isVersion(path)))
}

/** Nothing but old files and new ones. Those that have the time in them are not empty, and end as they should. */
function expectOldOrNew(
  now: ReadonlyMap<string, string>,
  old: ReadonlyMap<string, string>,
  next: ReadonlyMap<string, string>,
  { timed }: WritingCommand,
) {
  for (const [path, content] of now) {
    if (timed?.test(path) && content !== old.get(path)) expect(content).toMatch(/^\d+ \{.*\}\n$/)
    else
      expect([path, content]).toEqual([path, content === old.get(path) ? content : next.get(path)])
  }
  for (const path of old.keys()) expect(now.has(path), path).toBe(true)
}

/** The calls that fail: in a short run those for the first files and for the last, each with all its steps. */
function pointsOf(calls: number): readonly number[] {
  const all = Array.from({ length: calls }, (_, i) => i + 1)
  return IS_LONG ? all : all.filter((from) => from <= 8 || from > calls - 8)
}

const NAMES = Object.keys(writingCommands(''))

describe.each(NAMES)('acap %s', (name) => {
  const clean = async () => {
    const command = commands[name]!
    const folder = await begun(command)
    const old = filesIn(folder)
    const { calls, code } = await runWith(command, NEVER, '')
    expect(code).toBe(0)
    return { command, old, next: filesIn(folder), calls }
  }

  it.each(IS_LONG ? CODES : CODES.slice(0, 1))(
    'leaves what was there where the disk fails with %s',
    async (code) => {
      const { command, old, next, calls } = await clean()
      expect(calls).toBeGreaterThan(3)
      for (const from of pointsOf(calls)) {
        const folder = await begun(command)
        const { code: exit, err } = await runWith(command, from, code)
        expect([from, exit, err]).toEqual([
          from,
          3,
          expect.stringMatching(/^acap: `[^`\n]*` [^\n]*\n$/),
        ])
        expect(err).not.toContain('.acap-')
        const now = filesIn(folder)
        expectOldOrNew(now, old, next, command)
        const again = await runOf(command)
        expect([from, again.code, again.err]).toEqual([
          from,
          0,
          expect.not.stringContaining('internal'),
        ])
        expect(untimed(filesIn(folder), command)).toEqual(untimed(next, command))
      }
    },
  )

  it('leaves whole files where it is killed at any call, and the next run removes the rest', async () => {
    const { command, old, next, calls } = await clean()
    const draw = random(Number(process.env.ACAP_SEED ?? (IS_LONG ? Date.now() : 9309)))
    const all = Array.from({ length: calls }, (_, i) => i + 1)
    const points = IS_LONG ? all : [1 + draw(calls)]
    for (const from of points) {
      const folder = await begun(command)
      const child = spawn(
        process.execPath,
        [
          '--import',
          new URL('../support/base/faulty-disk.ts', import.meta.url).href,
          PROGRAM,
          ...command.args,
        ],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
          cwd: folder,
          env: { ...process.env, ...ENV, ACAP_FAULT_AT: String(from), ACAP_FAULT: 'SIGKILL' },
        },
      )
      const closed = once(child, 'close')
      if (command.save !== undefined) await saveBy(child, command.save)
      else child.stdout!.resume()
      const [, signal] = await closed
      expect([from, signal]).toEqual([from, 'SIGKILL'])
      const now = filesIn(folder)
      const whole = new Map([...now].filter(([path]) => !path.includes('.acap-')))
      expectOldOrNew(whole, old, next, command)
      const again = await runOf(command)
      expect([from, again.code, again.err]).toEqual([
        from,
        0,
        expect.not.stringContaining('internal'),
      ])
      expect(untimed(filesIn(folder), command)).toEqual(untimed(next, command))
    }
  })
})
