/**
 * `acap report --for` and `acap verify`: what evidence holds, what it never holds, and that no change goes unseen.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'
import {
  change,
  EVIDENCE_LOG,
  evidence,
  file,
  OTHERS,
  OWN,
  REPORT_FOR,
  verify,
} from '../../support/logs/evidence-folder.ts'

describe('evidence', () => {
  it('has the numbers of the report, and can be counted again without the logs', () => {
    const { folder, hash, report } = evidence()
    const { crawlers } = JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8'))
    expect(crawlers.map(({ name }: { name: string }) => name)).toEqual(['gptbot', 'chatgpt-user'])
    for (const crawler of crawlers)
      expect(report.crawlers.find(({ name }) => name === crawler.name)).toMatchObject(crawler)
    expect(crawlers[0].violations).toMatchObject({
      proven: 2,
      grace: 1,
      proof: { verified: { proven: 2 } },
    })
    expect(verify(folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('That proves no origin'),
    })
    expect(verify(folder, '--expect', hash.toUpperCase())).toMatchObject({ code: 0, err: '' })
    const { out } = verify(folder, '--json')
    expect(JSON.parse(out)).toMatchObject({
      agrees: true,
      expected: null,
      hash,
      rows: 6,
      crawlers,
      faults: [],
    })
  })

  it('holds no request under a forged name, no address of others, and no other crawler', () => {
    const { folder } = evidence()
    const all = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
    for (const text of [...OTHERS, 'forged"', 'ccbot'])
      expect(all.toLowerCase()).not.toContain(text)
    expect(all).toContain(`"address":"${OWN}"`)
    expect(all).toContain('"network":"198.51.100.0/24","address":null')
  })

  it('says "calls itself" of a name without proof, names the lines, and whom to answer', () => {
    const { folder, hash } = evidence()
    const letter = readFileSync(join(folder, 'letter.md'), 'utf8')
    expect(letter).toMatch(/^# Requests of crawlers of `OpenAI` to `a\.test`\n/)
    expect(letter).toContain(
      '\n`gptbot` made 4 requests; 2 were for pages that robots.txt closes to it, and it had read',
    )
    expect(letter).toContain(
      'A client that calls itself `chatgpt-user` made 1 request; it was for a page that robots.txt closes to it',
    )
    expect(letter).toContain(
      '- 1 request against `Disallow: /late/`, line 3 of the robots.txt of `a`',
    )
    expect(letter).toContain(`The SHA-256 of this folder: \`${hash}\``)
    expect(letter).toContain('They came from the addresses that you publish (4).')
    expect(letter).toContain('answer to `press@a.test`')
  })

  it('says what became of names that failed a check, and where none was checked', () => {
    const checked = (log: string) => {
      const cwd = folderWith({ ...EVIDENCE_LOG, log })
      acap([...REPORT_FOR, 'OpenAI', 'new'], { cwd })
      const letter = readFileSync(join(cwd, 'new', 'letter.md'), 'utf8')
      return /under names of your crawlers\. (.*)/.exec(letter)?.[1]
    }
    const all = EVIDENCE_LOG.log.split(/(?<=\n)/)
    expect(checked(all.join(''))).toBe('Requests that failed a check of their name are left out.')
    const verified = all.filter((line) => line.includes(OWN))
    expect(checked(verified.join(''))).toBe('None of them failed a check of its name.')
    const unchecked = all.filter((line) => line.includes('ChatGPT-User'))
    expect(checked(unchecked.join(''))).toBe('Their names were not checked.')
  })

  it('is of an operator that the log has, in its own spelling, in a new folder', () => {
    const cwd = folderWith({ ...EVIDENCE_LOG, 'full/x': '' })
    expect(acap([...REPORT_FOR, 'openai', 'small'], { cwd }).code).toBe(0)
    expect(readFileSync(join(cwd, 'small', 'letter.md'), 'utf8')).toContain('crawlers of `OpenAI`')
    expect(acap(['report', 'log'], { cwd }).out).toContain(
      'made 8 requests, and 1 request came under forged names: together',
    )
    expect(acap([...REPORT_FOR, 'Nobody', 'new'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('operators in this log: Common Crawl Foundation, OpenAI'),
    })
    expect(existsSync(join(cwd, 'new'))).toBe(false)
    expect(acap([...REPORT_FOR, 'OpenAI', 'full'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is there already'),
    })
    expect(acap(['report', 'log', '--for', 'OpenAI'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('FOLDER'),
    })
  })
})

/** Puts the hash of a changed file into evidence.json, and that of evidence.json into the letter, as a forger would. */
function rehash(folder: string, name: string) {
  const path = join(folder, 'evidence.json')
  const made = JSON.parse(readFileSync(path, 'utf8'))
  made.files[name] = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
  writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`)
}

describe('a changed folder', () => {
  it.each<[string, (folder: string) => void, string]>([
    [
      'a line',
      (folder) => change(file(folder, '.ndjson'), '/late/b', '/late/c'),
      '`rows.ndjson` is changed',
    ],
    [
      'a line less',
      (folder) => change(file(folder, '.ndjson'), /^.*private\/a.*\n/m, ''),
      '`rows.ndjson` is changed',
    ],
    [
      'a line twice',
      (folder) => change(file(folder, '.ndjson'), /^(.*private\/a.*\n)/m, '$1$1'),
      '`rows.ndjson` is changed',
    ],
    [
      'a text',
      (folder) => change(file(folder, '.txt'), 'Disallow: /', 'Disallow:  /'),
      '.txt` is changed',
    ],
    [
      'the letter',
      (folder) => change(file(folder, '.md'), '2 were', '3 were'),
      '`letter.md` does not follow',
    ],
    [
      'a count',
      (folder) => change(file(folder, '.json'), '"proven": 2', '"proven": 3'),
      'the counts do not follow',
    ],
    [
      'a time of a text',
      (folder) => change(file(folder, '.json'), /06:15:00/g, '07:15:00'),
      'rows.ndjson:3 says grace',
    ],
    [
      'a new file',
      (folder) => writeFileSync(join(folder, 'more.txt'), ''),
      '`more.txt` is no part of the evidence',
    ],
    [
      'a verdict, with its hash',
      (folder) => {
        change(file(folder, '.ndjson'), '"conduct":"grace"', '"conduct":"proven"')
        rehash(folder, 'rows.ndjson')
      },
      'rows.ndjson:3 says proven, which does not follow',
    ],
    [
      'a request, with its hash',
      (folder) => {
        change(file(folder, '.ndjson'), '/late/b', '/open/b')
        rehash(folder, 'rows.ndjson')
      },
      'rows.ndjson:5 says proven, which does not follow',
    ],
  ])('is found: %s', (_, tamper, message) => {
    const { folder, hash } = evidence()
    tamper(folder)
    for (const args of [[], ['--expect', hash]]) {
      const { code, out } = verify(folder, ...args)
      expect(out).toContain(message)
      expect(code).toBe(1)
    }
  })

  it('that agrees with itself has another hash', () => {
    const { folder, hash } = evidence()
    const other = evidence()
    change(join(folder, 'letter.md'), hash, '0'.repeat(64))
    expect(verify(folder).code).toBe(1)
    expect(verify(other.folder, '--expect', '0'.repeat(64))).toMatchObject({
      code: 1,
      out: expect.stringContaining('the folder is not the one that was sent'),
    })
    expect(verify(folder, '--expect', 'abc')).toMatchObject({ code: 2 })
  })
})
