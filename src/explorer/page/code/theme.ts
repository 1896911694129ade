/**
 * How CodeMirror looks on the page: its colours are those of theme.css, its styles have the nonce
 * that the server allows.
 */
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

function marksOf(severity: string, colour: string, mark: string) {
  return {
    [`.cm-lint-marker-${severity}`]: { content: 'normal', color: `var(--${colour})` },
    [`.cm-lint-marker-${severity}::after`]: { content: `"${mark}"`, fontSize: '11px' },
    [`.cm-lintRange-${severity}`]: {
      backgroundImage: 'none',
      textDecoration: `underline wavy 1px var(--${colour})`,
      textUnderlineOffset: '3px',
    },
  }
}

const THEME = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--sheet)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sheet)',
    color: 'var(--comment)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--raised)' },
  '.cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--wait-ground)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--focus)' },
  '.cm-deciding': { backgroundColor: 'var(--deciding)' },
  // On this background, the paler colours have too little contrast.
  '.cm-deciding span': { color: 'var(--ink)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels label': { display: 'inline-flex', gap: '4px', alignItems: 'center', width: 'auto' },
  '.cm-panels input[type=checkbox]': { width: 'auto', minHeight: '0' },
  '.cm-textfield': { width: '16em', backgroundColor: 'var(--sheet)', minHeight: '0' },
  '.cm-button': {
    background: 'var(--sheet)',
    border: '1px solid var(--strong-line)',
    borderRadius: '6px',
    color: 'var(--ink)',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--sheet)',
    color: 'var(--ink)',
    border: '1px solid var(--strong-line)',
    borderRadius: '6px',
    maxWidth: 'min(90vw, 560px)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--note-ground)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', fontFamily: 'var(--sans)', color: 'var(--faint)' },
  '.cm-completionMatchedText': { fontWeight: '650' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--no)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--wait)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  // CodeMirror's own marks are images in `data:` URLs, which the page's Content-Security-Policy
  // blocks.
  ...marksOf('error', 'no', '✕'),
  ...marksOf('warning', 'wait', '▲'),
  ...marksOf('info', 'note', '●'),
  '.cm-foldPlaceholder': { backgroundColor: 'var(--note-ground)', color: 'var(--note)' },
  '.cm-changedLine': { backgroundColor: 'var(--yes-ground)' },
  '.cm-changedText': { background: 'var(--deciding)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--no-ground)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--deciding)' },
  '.cm-collapsedLines': { background: 'var(--note-ground)', color: 'var(--note)' },
})

export function styles(): Extension {
  const { nonce = '' } = document.querySelector<HTMLElement>('link[rel=stylesheet]') ?? {}
  return [THEME, nonce === '' ? [] : EditorView.cspNonce.of(nonce)]
}
