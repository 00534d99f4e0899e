/** Parts of the code editor for values of other nodes: chips around expressions, dropping and inserting values. */
import { type Extension, StateEffect, StateField } from '@codemirror/state'
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

export const setErrorPosition = StateEffect.define<number | undefined>()

const errorMark = Decoration.mark({ class: 'mr-expr-error' })

/** Underlines the character at the position of an error, until the text is changed. */
export const errorPlace: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, effects, state }) {
    let next = docChanged ? Decoration.none : marks
    for (const effect of effects) {
      if (!effect.is(setErrorPosition)) continue
      const { length } = state.doc
      const from = Math.min(effect.value ?? 0, length - 1)
      next =
        effect.value === undefined || length === 0 ? Decoration.none : Decoration.set(errorMark.range(from, from + 1))
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** How an editor writes a value; undefined if it cannot use it. */
export type UseValue = (path: string) => { readonly text: string; readonly connect?: () => void } | undefined

interface Insertion {
  readonly language: EditorLanguage
  readonly use: UseValue
}

/** A value that is dragged from a data view is inserted as its path. */
export function valueDrop(insertion: () => Insertion): Extension {
  return EditorView.domEventHandlers({
    drop(event, view) {
      const path = event.dataTransfer?.getData(EXPRESSION_DRAG_TYPE) ?? ''
      if (path === '' || view.state.readOnly) return false
      event.preventDefault()
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length
      view.dispatch({ selection: { anchor: at } })
      insertValue(view, insertion(), path)
      return true
    },
  })
}

/** Replaces the selection with a value and focuses the editor. */
export function insertValue(view: EditorView, { language, use }: Insertion, path: string): void {
  const used = view.state.readOnly ? undefined : use(path)
  if (used === undefined) return
  const { from } = view.state.selection.main
  const text = language === 'template' ? insertionAt(view.state.doc.toString(), from, used.text) : used.text
  view.dispatch(view.state.replaceSelection(text))
  view.focus()
  // The port of a new placeholder exists once it is written.
  used.connect?.()
}
