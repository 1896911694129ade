/** Matches agent cards with the crawlers of a report, and describes the matches. */
import { cardSentence, type FiledCard, isCardFor } from '../../crawlers/agent-card.ts'
import type { CrawlerConduct, ReportedCard } from './crawl-report.ts'

export function reportedCards(
  cards: readonly FiledCard[],
  crawlers: readonly CrawlerConduct[],
): readonly ReportedCard[] {
  return cards.map((card) => ({
    ...card,
    crawlers: crawlers
      .filter(({ name, userAgents }) =>
        [name, ...userAgents.map(({ userAgent }) => userAgent)].some((each) =>
          isCardFor(card, each),
        ),
      )
      .map(({ name }) => name),
  }))
}

export function cardSentences(cards: readonly ReportedCard[]): readonly string[] {
  return cards.map((card) => {
    const names = card.crawlers.join(', ')
    const whose = names === '' ? 'no crawler of this log' : `in this log: ${names}`
    return `${cardSentence(card)} (${card.file}, ${whose}; nothing here proves it).`
  })
}
