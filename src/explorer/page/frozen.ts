/**
 * The page of `acap report --html`: Overview and Crawlers of one report, from the data inside the
 * file and nothing else.
 */
import { render } from 'preact'
import { readAddress, VIEWS } from '../address.ts'
import type { FrozenDesk } from '../policy-picture.ts'
import { crawlerView } from './crawler.ts'
import { crawlersView } from './crawlers.ts'
import { frozenProps } from './desk-props.ts'
import { frozenOverview } from './frozen-overview.ts'
import { html, timeMark } from './html.ts'
import { navigation } from './navigation.ts'

const place = document.querySelector('#desk')!
const data = JSON.parse(document.querySelector('#report')!.textContent!) as FrozenDesk
let [shown] = data.sites

function draw(): void {
  const { view: wanted, crawler } = readAddress(location.hash)
  const view = wanted === 'crawlers' ? wanted : 'overview'
  const props = frozenProps(data, shown)
  const pick = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }) => {
    shown = data.sites[currentTarget.selectedIndex]
    draw()
  }
  const picker = html`<label class="inline">Policy of
    <select onChange=${pick}>${data.sites.map(({ site }) => html`<option>${site}</option>`)}</select>
  </label>`
  const { from, to } = data.report.period
  const table = crawler === null ? crawlersView(props) : crawlerView(crawler, props)
  render(
    html`<header>
        <h1>${document.title}</h1>
        ${data.sites.length > 1 ? picker : null}
        ${navigation(['overview', 'crawlers'], view, '')}
        <p class="quiet">${timeMark(from)} to ${timeMark(to)}</p>
      </header>
      <main>
        <div data-view="overview" hidden=${view !== 'overview'}>${frozenOverview(props)}</div>
        <div data-view="crawlers" hidden=${view !== 'crawlers'}>${table}</div>
      </main>`,
    place,
  )
  document.querySelector('main')!.setAttribute('aria-label', VIEWS[view])
}

addEventListener('hashchange', () => {
  draw()
  scrollTo(0, 0)
})
draw()
