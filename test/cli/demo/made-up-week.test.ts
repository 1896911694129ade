/**
 * What `npm start` shows first: a newcomer sees the four things that are wrong with the made-up week, and that it is made up.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import { MADE_UP, madeUpWeek } from '../../../src/cli/demo/made-up-week.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { shownPage, wordsOf } from '../../support/explorer/shown-page.ts'

it('shows a forger, a new bot, a disobedient one and a search engine refused by mistake', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  const cwd = folderWith({ log: madeUpWeek(now, 'localhost:8787') })
  const args = ['--from', '2026-11-21T12:00:00Z', '--to', '2026-11-28T12:00:00Z']
  // The checkout may hold sites and lists of one's own beside the example.
  for (const part of ['policies/example-news', 'policies/.networks/nordlys.json'])
    cpSync(join(PACKAGE_ROOT, part), join(cwd, part), { recursive: true })
  const { out } = acap(
    ['report', 'log', '--policies', 'policies', ...args, '--json', '--html', 'page.html'],
    { cwd },
  )
  const { overview, lines, findings } = JSON.parse(out)
  expect(overview.newNames).toEqual({ now: 1, before: 1 })
  expect(overview.forged.before).toBe(0)
  expect(overview.forged.now).toBeGreaterThan(100)
  expect(lines.unread + lines.otherHosts).toBe(0)
  expect(findings.length).toBeGreaterThan(0)
  const shown = wordsOf(shownPage(readFileSync(join(cwd, 'page.html'), 'utf8')).overview)
  expect(shown).toContain(MADE_UP.replaceAll('`', ''))
  expect(shown).toContain('Took closed pages after reading robots.txt: ModelBot')
  const look = shown.slice(shown.indexOf('To look at'), shown.indexOf('Who may fetch what'))
  expect(look).toMatch(
    /SearchBot1 reads for a search engine.*refused.*the name NordlysBot for.*ModelBot made.*lumenbot is on no list/,
  )
})

it('is the same for the same instant', () => {
  const log = madeUpWeek(Date.parse('2026-11-28T12:00:00Z'), 'localhost')
  expect(madeUpWeek(Date.parse('2026-11-28T12:00:00Z'), 'localhost')).toBe(log)
  expect(log.split('\n')[0]).toBe(`#Remark: ${MADE_UP}`)
})
