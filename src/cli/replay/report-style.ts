/**
 * The style sheet of the replay report. Its three colours keep apart for colour-blind eyes, on light and on dark.
 */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0; --page: #ffffff; --tile: #f6f8fa;
  --permitted: #3b76b5; --refused: #c2410c; --deferred: #a3880a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --faint: #9aa4af; --line: #3d444d; --page: #0d1117;
  --tile: #161b22; --permitted: #6aa5e0; --refused: #f0814f; --deferred: #d6b93c; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 88rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem }
p, small { color: var(--faint) }
small { font-weight: normal }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0 }
.tiles div { background: var(--tile); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem }
.tiles dt { color: var(--faint); font-size: .85rem }
.tiles dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums }
.note, .warning { border-left: .25rem solid var(--deferred); padding-left: .75rem; margin: 1rem 0; overflow-wrap: anywhere }
.warning { border-color: var(--refused) }
.note p, .warning p { margin: 0; color: var(--ink) }
.legend { display: flex; gap: 1.25rem; margin: 0 0 .5rem; font-size: .9rem }
.legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: .15rem; margin-right: .4rem }
i.permitted { background: var(--permitted) } i.refused { background: var(--refused) } i.deferred { background: var(--deferred) }
rect.permitted { fill: var(--permitted) } rect.refused { fill: var(--refused) } rect.deferred { fill: var(--deferred) }
svg { width: 100%; height: auto; display: block }
svg.slim { display: none }
svg text { fill: var(--faint); font-size: 12px; font-variant-numeric: tabular-nums }
.grid line { stroke: var(--line) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
thead th { color: var(--faint); font-size: .85rem; font-weight: normal }
th:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere }
.bar { min-width: 7rem; width: 22% }
.bar span { display: flex; height: .8rem }
.bar i { min-width: 1px }
ul { margin: 0; padding-left: 1.5rem }
.rules { margin: 0; padding-left: 2rem }
.rules li { margin-bottom: .9rem }
.rules p { margin: 0; overflow-wrap: anywhere }
.rules .rule { color: var(--ink) }
.rules p span { color: var(--ink) }
summary { cursor: pointer; color: var(--faint); font-size: .9rem }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
/* Where a table of ten columns has no room, each crawler is a block of its own with the column's name before each number. */
@media (max-width: 60rem) {
  svg.broad { display: none }
  svg.slim { display: block }
  .crawlers, .crawlers tbody { display: block }
  .crawlers thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .crawlers tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .15rem 1rem;
    padding: .6rem 0; border-bottom: 1px solid var(--line) }
  .crawlers th, .crawlers td { border: 0; padding: 0; white-space: normal; overflow-wrap: anywhere }
  .crawlers th, .crawlers .bar { grid-column: 1 / -1; width: auto }
  .crawlers td[data-head] { display: flex; justify-content: space-between }
  .crawlers td[data-head]::before { content: attr(data-head); color: var(--faint) }
}
`
