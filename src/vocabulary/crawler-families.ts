/**
 * Names that operators document for several of their crawlers, and that the headers of these hold in URLs only, or not
 * at all (I1). A name of the policy that is a family's matches wherever a member's does.
 */

/** One family; all names in lower case. */
export interface CrawlerFamily {
  readonly name: string
  readonly members: readonly string[]
  /** The operator's page that says so. */
  readonly source: string
}

export const CRAWLER_FAMILIES: readonly CrawlerFamily[] = [
  {
    name: 'yandex',
    members: words(`
      yandexbot yandeximages yandeximageresizer yandexvideo yandexvideoparser yandexmedia yandexblogs yandexfavicons
      yandexwebmaster yandexpagechecker yandexmobilebot yandexmobilescreenshotbot yandexscreenshotbot yandexadnet
      yandexdirect yandexdirectdyn yandexmetrika yandexnews yandexnewslinks yandexcatalog yandexcalendar yandexmarket
      yandexvertis yandexverticals yandexsitelinks yandexspravbot yandexsearchshop yandexontodb yandexontodbapi
      yandexaccessibilitybot yandexrenderresourcesbot yandexrca yandexpartner yandexuserproxy yandextracker yandexturbo
      yandexfordomain yandexantivirus yandexzakladki yandexcombot yandexadditional yandexadditionalbot yadirectfetcher
    `),
    source: 'https://yandex.com/support/webmaster/en/controlling-robot/robots-txt',
  },
  {
    name: 'coccoc',
    members: words('coccocbot-web coccocbot-image coccocbot-fast coccocbot-shopping coccocbot-ads coccocbot-site'),
    source: 'https://help.coccoc.com/en/search-engine/robots-txt',
  },
  {
    // `Mail.Ru`, which C1 cuts.
    name: 'mail',
    members: words('mail.ru_bot'),
    source: 'https://help.mail.ru/webmaster/indexing/robots',
  },
  {
    name: 'googlebot',
    members: words('google-inspectiontool'),
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
  },
]

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

const BY_NAME: ReadonlyMap<string, readonly string[]> = new Map(
  CRAWLER_FAMILIES.map(({ name, members }) => [name, members]),
)

/** The members of a family; none for a name that is not a family's. */
export function familyMembers(name: string): readonly string[] {
  return BY_NAME.get(name) ?? []
}
