/** The views of a page → the links to them, one of them current. */
import { type ComponentChild, h } from 'preact'
import { VIEWS, type View } from '../address.ts'

interface NavigationProps {
  readonly views: readonly View[]
  readonly current: View
  /** What every link keeps of the address, with its `?`. */
  readonly query: string
}

/** The landmark that leads to the views. */
export function Navigation({ views, current, query }: NavigationProps): ComponentChild {
  const links = views.map((view) => {
    const attributes = {
      href: `#/${view}${query}`,
      'aria-current': view === current ? ('page' as const) : undefined,
    }
    return h('li', {}, h('a', attributes, VIEWS[view]))
  })
  return h('nav', { 'aria-label': 'Views' }, h('ul', {}, links))
}
