/** Parts of the code editor for values of other nodes: chips around expressions, dropping and inserting values. */
import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { EXPRESSION_DRAG_TYPE } from '../data/expression-path.ts'
import type { EditorLanguage } from './editor-language.ts'
import { insertionAt } from './expression-text-edits.ts'

const chips = new MatchDecorator({
  regexp: /\{\{.*?\}\}/g,
  decoration: Decoration.mark({ class: 'mr-expr-chip' }),
})

/** Draws `{{ … }}` as chips; they stay editable text. */
export const expressionChips: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = chips.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = chips.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** A value that is dragged from a data view is inserted as its path. */
export function valueDrop(language: EditorLanguage): Extension {
  return EditorView.domEventHandlers({
    drop(event, view) {
      const path = event.dataTransfer?.getData(EXPRESSION_DRAG_TYPE) ?? ''
      if (path === '' || view.state.readOnly) return false
      event.preventDefault()
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length
      view.dispatch({ selection: { anchor: at } })
      insertPath(view, language, path)
      return true
    },
  })
}

/** Replaces the selection with a path and focuses the editor. */
export function insertPath(view: EditorView, language: EditorLanguage, path: string): void {
  if (view.state.readOnly) return
  const { from } = view.state.selection.main
  const text = language === 'template' ? insertionAt(view.state.doc.toString(), from, path) : path
  view.dispatch(view.state.replaceSelection(text))
  view.focus()
}
