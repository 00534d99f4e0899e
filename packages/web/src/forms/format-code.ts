/**
 * Formats the text of an editor: JSON is printed again, code is indented and loses trailing spaces. Invalid text stays
 * unchanged, and so do languages in which whitespace is part of the text.
 */

import { ensureSyntaxTree, indentRange } from '@codemirror/language'
import type { ChangeSpec, EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { EditorLanguage } from './editor-language.ts'

/** Formats the text of an editor; does nothing if it cannot be formatted. */
export function tidy(editor: EditorView, language: EditorLanguage): void {
  if (editor.state.readOnly) return
  if (language === 'json') tidyJson(editor)
  if (language === 'javascript' || language === 'expression') tidyJavascript(editor)
}

function tidyJson(editor: EditorView): void {
  const text = editor.state.doc.toString()
  if (text.trim() === '') return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  const printed = JSON.stringify(value, null, 2)
  if (printed !== text) editor.dispatch({ changes: { from: 0, to: text.length, insert: printed } })
}

const HIDDEN_GRACE_MS = 300

function tidyJavascript(editor: EditorView): void {
  if (!isWhole(editor.state)) return
  const indented = indentRange(editor.state, 0, editor.state.doc.length)
  if (!indented.empty) editor.dispatch({ changes: indented })
  const ends = lineEnds(editor.state)
  if (ends.length > 0) editor.dispatch({ changes: ends })
}

/** True if the parser reached the end without an error. */
function isWhole(state: EditorState): boolean {
  const tree = ensureSyntaxTree(state, state.doc.length, HIDDEN_GRACE_MS)
  let isSound = tree !== null
  tree?.iterate({
    enter: ({ type }) => {
      if (type.isError) isSound = false
      return isSound
    },
  })
  return isSound
}

/** In these, trailing spaces are part of the text. */
const LITERAL = new Set(['TemplateString', 'BlockComment', 'String'])

function lineEnds(state: EditorState): ChangeSpec[] {
  const tree = ensureSyntaxTree(state, state.doc.length, HIDDEN_GRACE_MS)
  const changes: ChangeSpec[] = []
  for (let number = 1; number <= state.doc.lines; number++) {
    const { text, from, to } = state.doc.line(number)
    const kept = text.trimEnd().length
    if (kept === text.length || LITERAL.has(tree?.resolveInner(to, 1).name ?? '')) continue
    changes.push({ from: from + kept, to })
  }
  return changes
}
