/**
 * What documents point at is there: files, headings and rules behind links, and paths of the project in backticks.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documents, textOf } from '../support/house/markdown.ts'

/** Where paths that documents name begin, in the order in which the project is laid out. */
const PATH = /`((?:src|test|docs|bench|policies|\.github|\.ci)\/[^\s`…*{]*?)(?::\d+)?`/g
/** Paths that only a build or a publisher makes. */
const MADE = new Set([
  'policies/SITE/',
  'policies/SITE/robots.txt',
  'policies/SITE/site.toml',
  'policies/SITE/cases.toml',
])

/** What a heading is called in a link: as GitHub does it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading]) =>
    slug(heading!.replace(/<a id="[^"]*"><\/a>/, '')),
  )
  const named = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id!)
  return new Set([...headings, ...named])
}

/** The author's own prose: what is generated may name files that are yet to come. */
function proseOf(text: string): string {
  return text.replace(/^(`{3,}).*?^\1$/gms, '').replace(/<!-- generated: .*?<!-- end -->/gs, '')
}

describe.each(documents())('%s', (document) => {
  const text = proseOf(textOf(document))

  it('links to what is there', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : normalize(join(dirname(document), path))
      if (!existsSync(target)) return true
      return (
        anchor !== undefined &&
        !(statSync(target).isFile() && anchorsOf(textOf(target)).has(anchor))
      )
    })
    expect(broken).toEqual([])
  })

  it('names files that are there', () => {
    const paths = [...text.matchAll(PATH)].map(([, path]) => path!)
    expect(paths.filter((path) => !MADE.has(path) && !existsSync(path))).toEqual([])
  })
})
