/**
 * Shows a file that both the author and somebody else have changed, in three columns: the author's,
 * the one before both changes, and the one on disk.
 */
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import type { EditedSite } from '../../drafts.ts'
import { languageOf } from './languages.ts'
import { styles } from './theme.ts'

type Conflict = EditedSite['conflicts'][number]

/** Draws the name of the file and its columns; lines that all have are folded. */
export function threeColumns({ path, mine, disk, before }: Conflict): readonly HTMLElement[] {
  const changed = unifiedMergeView({
    original: before.replace(/\r\n?/g, '\n'),
    mergeControls: false,
    gutter: false,
    collapseUnchanged: { margin: 2, minSize: 4 },
  })
  const column = (title: string, doc: string, isChanged: boolean) => {
    const frame = madeOf('div', title)
    frame.role = 'group'
    frame.ariaLabel = title
    const extensions = [
      lineNumbers(),
      languageOf(path),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': `${path}, ${title.toLowerCase()}`,
      }),
      styles(),
      isChanged ? changed : [],
    ]
    new EditorView({ parent: frame, doc, extensions })
    return frame
  }
  const columns = madeOf(
    'div',
    column('Yours', mine, true),
    column('Before', before, false),
    column('On disk', disk, true),
  )
  columns.className = 'columns'
  return [madeOf('p', madeOf('code', path)), columns]
}

function madeOf(tag: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}
