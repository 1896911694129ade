/** What Overview says of a report: titles exact to the evidence, and why a figure is not known. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { shownPage, wordsOf } from '../../support/explorer/shown-page.ts'
import { LOG, POLICIES, reported } from '../../support/logs/reported-page.ts'

it('says why no name was checked, what helps, and nothing of a period that no log has', () => {
  const { page, report } = reported()
  const overview = wordsOf(shownPage(page).overview)
  expect(report.overview.forged).toEqual({ now: null, before: null })
  expect(overview).toContain('no address lists for these names. acap networks fetches them.')
  expect(overview).not.toContain('before:')
  const inside = LOG.replaceAll(/^\S+/gm, '10.0.0.1')
  const cwd = folderWith({ ...POLICIES, log: inside })
  acap(['report', 'log', '--html', 'page.html'], { cwd })
  const behind = shownPage(readFileSync(join(cwd, 'page.html'), 'utf8')).overview
  expect(behind).toContain('Not checked: the log has no addresses of clients.')
  expect(behind).not.toContain('no address lists')
})

it('says that a crawler ignores robots.txt only where the text that it had read is known', () => {
  const known = wordsOf(shownPage(reported('--robots', 'robots.txt@2026-11-01').page).overview)
  expect(known).toContain('Ignores robots.txt: GPTBot')
  expect(wordsOf(shownPage(reported().page).overview)).not.toContain('Ignores robots.txt')
})

it('calls a client new where the log goes back a day before it', () => {
  const overviewOf = (log: string, ...args: readonly string[]) => {
    const cwd = folderWith({ ...POLICIES, log })
    acap(['report', 'log', '--html', 'page.html', ...args], { cwd })
    return wordsOf(shownPage(readFileSync(join(cwd, 'page.html'), 'utf8')).overview)
  }
  const early = `${LOG.split('\n')[1]}\n`.replace('21/Nov', '20/Nov')
  const quill = early.replace('20/Nov', '21/Nov').replace('GPTBot/1.0', 'Quill/1 (+http://q.test/)')
  expect(overviewOf(LOG, '--from', '2026-11-01')).toContain('On no list of crawlers: foobot')
  const longer = overviewOf(early + LOG + quill)
  expect(longer).toContain('New: foobot')
  expect(longer).toContain('New: Quill')
})

it('says when a log ends that does not grow, in the place of zeros', () => {
  const none = { crawlers: 0, readers: 0, refused: 0 }
  const spans = (hour: object) => ({ minute: none, hour: { ...none, ...hour }, day: none })
  const { page } = reported()
  const shown = (hour: object) => wordsOf(shownPage(page, { live: spans(hour) }).overview)
  expect(shown({})).toMatch(/^The log has nothing of the last hour\. .*: 2026-11-21 08:31 UTC/)
  expect(shown({ readers: 1 })).toMatch(/^Last minute 0 by crawlers/)
})

it('says what nobody knows of networks that come later under a name that is not checked', () => {
  const day = (date: number, network: number) =>
    `${LOG.split('\n')[1]}\n`.replace('21/Nov', `${date}/Nov`).replace(/^\S+/, `192.0.${network}.7`)
  const shownOf = (log: string) => {
    const cwd = folderWith({ ...POLICIES, log })
    acap(['report', 'log', '--html', 'page.html'], { cwd })
    return wordsOf(shownPage(readFileSync(join(cwd, 'page.html'), 'utf8')).overview)
  }
  const first = day(20, 2)
  expect(shownOf(first + day(22, 3) + day(23, 4))).toContain(
    'New networks: GPTBot See where they came from 2 of 3 requests ' +
      'under the name GPTBot came from 2 networks that sent nothing under it in its first day',
  )
  // One of five is less than a quarter, and the same network is none that is new.
  const other = 'New networks'
  expect(shownOf(first.repeat(4) + day(22, 3))).not.toContain(other)
  expect(shownOf(first + day(22, 2))).not.toContain(other)
  const many = Array.from({ length: 11 }, (_, i) => day(22, 3 + i)).join('')
  expect(shownOf(first + many)).not.toContain(other)
})

it('names a search engine that the policy closes out, with its requests and visits', () => {
  const { page, report } = reported()
  const engine = (name: string, standing: string) => {
    const [label, operator] = [name, 'OpenAI']
    return { name, label, operator, category: 'search', isListed: true, standings: [standing] }
  }
  const shownOf = (...uses: readonly object[]) => {
    const referrals = [{ ...report.referrals?.[0], operator: 'OpenAI', visits: 1234, pages: 1 }]
    const picture = { kinds: [], uses, refusesForged: false }
    return wordsOf(shownPage(page, { report: { ...report, referrals }, picture }).overview)
  }
  const closed = 'Search engine closed out'
  expect(shownOf(engine('gptbot', 'prohibited'))).toMatch(
    /Search engine closed out: gptbot See what it did .* In this log it made \d+ requests?, and OpenAI sent you 1,234 visits\./,
  )
  expect(shownOf(engine('gptbot', 'permitted'))).not.toContain(closed)
  const [other, third] = [engine('a', 'prohibited'), engine('b', 'prohibited')]
  const alone = shownOf(other, third)
  expect(alone).toContain('In this log it did not come, and OpenAI sent you 1,234 visits.')
  expect(alone).not.toContain(`${closed}: b`)
  expect(shownOf(other, engine('b', 'permitted'))).not.toContain(closed)
})

it('says beside the chart that requests under forged names are not in it', () => {
  const { page, report } = reported()
  const shownOf = (now: number | null) => {
    const overview = { ...report.overview, forged: { now, before: null } }
    return wordsOf(shownPage(page, { report: { ...report, overview } }).overview)
  }
  expect(shownOf(700)).toContain('Without 700 requests under forged names.')
  for (const none of [0, null]) expect(shownOf(none)).not.toContain('Without')
})
