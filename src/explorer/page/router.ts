/**
 * Shows the view that the address names, and writes into the address what is open, so that links,
 * reload and the way back work.
 */
import { render } from 'preact'
import {
  type Address,
  NO_QUESTION,
  readAddress,
  VIEWS,
  type View,
  writeAddress,
} from '../address.ts'
import { byId } from './element.ts'
import { navigation } from './navigation.ts'

/** What the router asks of the page, and what it reports to it. */
interface RoutedPage {
  readonly site: () => string
  /** The question that is asked; null while another is on its way. */
  readonly question: () => Pick<Address, 'whatIf' | 'cell'> | null
  /** A link, or the way back, has led to an address. */
  readonly follow: (address: Address) => void
  /** Another view is open, or another crawler's page in it. */
  readonly opened: (view: View, crawler: string | null) => void
}

export class Router {
  readonly #page: RoutedPage
  #view: View = 'overview'
  /** The crawler whose page is open. */
  #crawler: string | null = null

  constructor(page: RoutedPage) {
    this.#page = page
    // Where the link led: an answer that came meanwhile has written the address of what was open.
    addEventListener('hashchange', ({ newURL }) => {
      const address = readAddress(new URL(newURL).hash)
      this.show(address)
      page.follow(address)
    })
  }

  /** The address of a site in the view that is open. */
  at(site: string): Address {
    return { ...NO_QUESTION, view: this.#view, site }
  }

  show({ view, crawler }: Address): void {
    const isOther = view !== this.#view || crawler !== this.#crawler
    this.#view = view
    this.#crawler = crawler
    this.name()
    if (!isOther) return
    scrollTo(0, 0)
    this.#page.opened(view, crawler)
  }

  /** Opens another view, as a step that the way back takes back. */
  visit(view: View): void {
    if (view === this.#view) return
    this.show({ ...this.at(this.#page.site()), view, crawler: null })
    history.pushState(null, '', `#${this.#written}`)
  }

  write(): void {
    history.replaceState(null, '', `#${this.#written}`)
  }

  get #written(): string {
    const question = this.#view === 'ask' ? this.#page.question() : null
    const { whatIf, cell } = question ?? NO_QUESTION
    return writeAddress({ ...this.at(this.#page.site()), crawler: this.#crawler, whatIf, cell })
  }

  /** Shows the view, and names the site in the links and the title. */
  name(): void {
    const site = this.#page.site()
    const query = `?${new URLSearchParams({ site })}`
    const views = Object.keys(VIEWS) as View[]
    render(navigation(views, this.#view, query), byId('navigation'))
    for (const part of document.querySelectorAll<HTMLElement>('[data-view]'))
      part.hidden = part.dataset.view !== this.#view
    document.title = `${VIEWS[this.#view]} – ${site === '' ? 'a new policy' : site} – acap`
  }
}
