/** Says what is known of the texts of robots.txt that were in force. */
import type { TextsSource } from './crawl-report.ts'

export interface TextSources {
  readonly trust: {
    readonly texts: readonly {
      readonly source: TextsSource
      readonly versions: readonly unknown[]
    }[]
  }
}

/** The text that is assumed where the desk keeps what was saved. */
export const SAVED_TEXT = 'the robots.txt of that time'

/** Whether a site is judged by what the desk saved, and not by today's text alone. */
export function isSaved({ source, versions }: TextSources['trust']['texts'][number]): boolean {
  return source === 'assumed' && versions.length > 1
}

/** What is known of the texts that were in force. */
export const TEXTS = {
  all: {
    closing: 'robots.txt',
    read: ', and it had read that text in the day before',
  },
  some: {
    closing: 'robots.txt (where its text of that time is not known, the policy’s)',
    read: ', and it had read robots.txt in the day before',
  },
  saved: {
    closing: SAVED_TEXT,
    read: '. It had read robots.txt in the day before; whether with these rules is not known',
  },
  none: {
    closing: 'the policy’s robots.txt',
    read: '. It had read robots.txt in the day before; whether with these rules is not known',
  },
} as const

export function knowledgeOf({ trust: { texts } }: TextSources): keyof typeof TEXTS {
  const assumed = texts.filter(({ source }) => source === 'assumed').length
  if (assumed === 0) return 'all'
  if (assumed === texts.length && texts.some(isSaved)) return 'saved'
  return assumed === texts.length ? 'none' : 'some'
}
