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
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem }
h3 { font-size: 1rem; margin: 0 0 .25rem }
p, small { color: var(--faint) }
small { font-weight: normal }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0 }
.tiles div { background: var(--tile); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem }
.tiles dt { color: var(--faint); font-size: .85rem }
.tiles dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums }
.note { color: var(--ink); border-left: .25rem solid var(--deferred); padding-left: .75rem }
.legend { display: flex; gap: 1.25rem; margin: 0 0 .5rem; font-size: .9rem }
.legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: .15rem; margin-right: .4rem }
i.permitted { background: var(--permitted) } i.refused { background: var(--refused) } i.deferred { background: var(--deferred) }
rect.permitted { fill: var(--permitted) } rect.refused { fill: var(--refused) } rect.deferred { fill: var(--deferred) }
svg { width: 100%; min-width: 34rem; height: auto; display: block }
svg text { fill: var(--faint); font-size: 12px; font-variant-numeric: tabular-nums }
.grid line { stroke: var(--line) }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
thead th { color: var(--faint); font-size: .85rem; font-weight: normal }
th:first-child { text-align: left }
.bar { min-width: 10rem; width: 30% }
.bar span { display: flex; height: .8rem }
.bar i { min-width: 1px }
.lists { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 1.5rem }
ol { margin: 0; padding-left: 2rem }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
@media print { .wide { overflow: visible } }
`
