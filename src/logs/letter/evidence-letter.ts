/**
 * Writes the letter of an evidence folder in Markdown, from its content only. Foreign words are
 * shown as code.
 */

import { printableLine } from '../../base/printable.ts'
import { CONDUCTS } from '../report/conduct.ts'
import { conductSentence, counted, whoIs } from '../report/report-sentences.ts'
import {
  type EvidenceCrawler,
  type EvidenceManifest,
  ROWS_FILE,
  textFile,
} from './evidence-folder.ts'

const WORDS = [
  '- *proven*: prohibited by every robots.txt that the crawler could still hold, after it had fetched robots.txt',
  '- *unseen*: prohibited by every robots.txt of the 24 hours before, in which no fetch was seen',
  '- *grace*: prohibited by some of these texts, but not by all',
  '- *incomparable*: a text is not known, or the fetch of robots.txt failed',
]

export function evidenceLetter(
  evidence: EvidenceManifest,
  crawlers: readonly EvidenceCrawler[],
  hash: string,
): string {
  const { operator, sites, contact } = evidence
  const times = crawlers
    .flatMap(({ first, last }) => [first, last].filter((time) => time !== null))
    .sort()
  // The operator knows the hosts, and not what the author calls the site.
  const named = sites
    .map(({ site, hosts }) => code(hosts.slice(0, 5).join(', ') || site))
    .join(', ')
  return `${[
    `# Requests of crawlers of ${code(operator)} to ${named}`,
    `To the team that runs these crawlers:`,
    `From ${times[0] ?? ''} to ${times.at(-1) ?? ''}, our logs have requests under names of your crawlers. ${checkSentence(evidence, crawlers)}`,
    ...crawlers.map((crawler) => paragraph(evidence, crawler)),
    'The words mean:',
    WORDS.join('\n'),
    'These robots.txt were in force:',
    sites.map(textsOf).join('\n'),
    `Each request is a line of ${code(ROWS_FILE)}; its \`conduct\` is null where no text prohibits it. \`acap verify FOLDER --expect ${hash}\`, a command of acap-edge, counts them again from this folder alone, and finds any change. It cannot say who wrote the folder: compare the hash with the one that we sent you.`,
    `The SHA-256 of this folder: \`${hash}\``,
    contact === null
      ? 'Please compare this with your own logs.'
      : `Please compare this with your own logs, and answer to ${code(contact)}.`,
  ].join('\n\n')}\n`
}

function checkSentence(
  { leftOut }: EvidenceManifest,
  crawlers: readonly EvidenceCrawler[],
): string {
  if (leftOut > 0) return 'Requests that failed a check of their name are left out.'
  const isChecked = crawlers.some(({ proof }) => proof.verified + proof.claimed > 0)
  return isChecked ? 'None of them failed a check of its name.' : 'Their names were not checked.'
}

function paragraph(evidence: EvidenceManifest, crawler: EvidenceCrawler): string {
  const { violations, proof, rules, robots, networks } = crawler
  const named = { ...crawler, name: code(crawler.name) }
  const counts = CONDUCTS.map((each) => `${counted(violations[each])} ${each}`)
  const origins = networks.map(({ network, requests }) => {
    const from = originOf(network)
    return `${from} (${counted(requests)})`
  })
  const broken = rules.map(
    ({ site, line, text, requests }) =>
      `- ${counted(requests, 'request')} against ${text === '' ? 'a text that closes everything' : code(text)}${line === null ? '' : `, line ${line}`} of the robots.txt${site === '' ? '' : ` of ${code(site)}`}`,
  )
  return [
    `## ${named.name}`,
    conductSentence({ trust: { texts: evidence.sites } }, named) ??
      `${whoIs(named)} made ${counted(crawler.requests, 'request')}; none is known to be for pages closed to it.`,
    `Prohibited: ${counts.join(', ')}. Fetches of robots.txt: ${counted(robots.fetches)}. The name is verified for ${counted(proof.verified)} of the requests, claimed for ${counted(proof.claimed)}, and not checked for ${counted(proof.unchecked)}.`,
    `They came from ${origins.join(', ')}.`,
    ...(crawler.onBehalf
      ? [
          'It acts on behalf of a person. We know that operators say that robots.txt does not bind such clients.',
        ]
      : []),
    ...(broken.length === 0 ? [] : [broken.join('\n')]),
  ].join('\n\n')
}

function textsOf({ site, source, versions }: EvidenceManifest['sites'][number]): string {
  const time = versions.length > 1 ? 'then' : 'all the time'
  const assumed = source === 'assumed' ? `, assumed to have been in force ${time}` : ''
  return versions
    .map(({ hash, from, until }) => {
      const span = `${from === null ? '' : ` from ${from}`}${until === null ? '' : ` until ${until}`}`
      return `- ${site === '' ? 'robots.txt' : code(site)}${span}: ${hash === '' ? 'not known' : code(textFile(hash))}${assumed}`
    })
    .join('\n')
}

function originOf(network: string): string {
  if (network === 'published') return 'the addresses that you publish'
  return network === 'unknown' ? 'addresses that our logs do not have' : code(network)
}

/** Words of others: no Markdown, no line breaks, no control characters. */
function code(text: string): string {
  return `\`${printableLine(text).replaceAll('`', '’').slice(0, 200)}\``
}
