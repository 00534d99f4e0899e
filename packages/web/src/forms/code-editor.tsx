/** The code editor: CodeMirror with our colors. This file and its imports are a separate chunk. */

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, undoDepth } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Prec, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  type KeyBinding,
  keymap,
  lineNumbers,
  placeholder as placeholderOf,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Variable } from '../data/variables.ts'
import { useText } from '../i18n/use-text.ts'
import type { EditorLanguage } from './editor-language.ts'
import {
  errorPlace,
  expressionChips,
  insertValue,
  setErrorPosition,
  type UseValue,
  valueDrop,
} from './expression-extension.ts'
import { isBetweenBraces } from './expression-text-edits.ts'
import { tidy } from './format-code.ts'
import { prefixed, surrounded, type TextRange } from './text-marks.ts'

interface CodeEditorProps {
  readonly label: string
  readonly describedBy?: string | undefined
  readonly language: EditorLanguage
  readonly value: string
  readonly isReadOnly: boolean
  readonly placeholder?: string | undefined
  readonly height?: string | undefined
  readonly variables: readonly Variable[]
  readonly onChange: (value: string) => void
  /** Format on blur, if the language supports it. */
  readonly isTidied?: boolean | undefined
  readonly isSpellChecked?: boolean | undefined
  readonly handleRef?: Ref<EditorHandle> | undefined
  /** Position of the cursor in an editor that takes the focus. */
  readonly caret?: number | undefined
  /** Enter does not start a new line. */
  readonly isSingleLine?: boolean | undefined
  /** How values of the data views are written here; without it, by their path. */
  readonly use?: UseValue | undefined
  /** Position of an error in the text. */
  readonly errorAt?: number | undefined
  /** The key of undo or redo was pressed, and the editor has nothing to undo or redo. */
  readonly onUndo?: (() => void) | undefined
  readonly onRedo?: (() => void) | undefined
  /** Show the cursor position and the text length below the editor. */
  readonly hasStatus?: boolean | undefined
}

/** Operations for a toolbar. */
export interface EditorHandle {
  /** Wraps the selection in marks, or removes them. */
  readonly surround: (before: string, after: string) => void
  /** Prefixes every selected line, or removes the prefix. */
  readonly prefixLines: (prefix: string) => void
  readonly tidy: () => void
  /** Inserts a value at the cursor, in braces where the language needs them. `use` writes it. */
  readonly insert: (path: string, use?: UseValue) => void
}

const LANGUAGES: Readonly<Record<EditorLanguage, () => Extension>> = {
  javascript: () => [javascript(), lineNumbers()],
  json: () => json(),
  markdown: () => [markdown(), EditorView.lineWrapping],
  template: () => [EditorView.lineWrapping, expressionChips],
  expression: () => [javascript(), EditorView.lineWrapping],
  text: () => EditorView.lineWrapping,
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--fd-node-purple)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--fd-node-emerald)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--fd-node-orange)' },
  { tag: [tags.comment, tags.meta], color: 'var(--mr-text-3)' },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: 'var(--fd-node-blue)' },
  { tag: [tags.heading, tags.strong], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--mr-accent)' },
])

const theme = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--mr-surface)', color: 'var(--mr-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mr-mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--mr-text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--mr-text)' },
  '.cm-gutters': { backgroundColor: 'var(--mr-surface-2)', color: 'var(--mr-text-3)', border: 'none' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--mr-accent-soft) !important',
  },
  '.cm-placeholder': { color: 'var(--mr-text-3)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mr-surface)',
    border: '1px solid var(--mr-border)',
    color: 'var(--mr-text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mr-accent-soft)',
    color: 'var(--mr-text)',
  },
})

export function CodeEditor(props: CodeEditorProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  latest.current = props
  const readOnly = useRef(new Compartment())
  const [status, setStatus] = useState({ line: 1, column: 1, length: props.value.length })
  useEffect(() => {
    if (host.current === null) return
    const editor = createView(host.current, { latest, readOnly: readOnly.current, onStatus: setStatus })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useImperativeHandle(
    props.handleRef,
    () => ({
      surround: (before, after) =>
        applyMarks(view.current, (text, range) => surrounded(text, range, { before, after })),
      prefixLines: (prefix) => applyMarks(view.current, (text, range) => prefixed(text, range, prefix)),
      tidy: () => view.current && tidy(view.current, latest.current.language),
      insert: (path, use) =>
        view.current && insertValue(view.current, { ...insertionIn(latest.current), ...(use && { use }) }, path),
    }),
    [],
  )
  const { value, isReadOnly, height, errorAt } = props
  useEffect(() => {
    view.current?.dispatch({ effects: setErrorPosition.of(errorAt) })
  }, [errorAt])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      // Without steps of its own, the editor leaves undo to the document, which this text comes from.
      annotations: Transaction.addToHistory.of(undoDepth(editor.state) > 0),
    })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.current.reconfigure(EditorState.readOnly.of(isReadOnly)) })
  }, [isReadOnly])
  // Keys of the editor must not reach the canvas.
  const editor = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside is the control
    <div
      className="mr-code__host"
      ref={host}
      style={{ height }}
      onBlur={() => {
        if (latest.current.isTidied && view.current) tidy(view.current, latest.current.language)
      }}
      onKeyDown={(event) => !isPassedOn(event) && event.stopPropagation()}
    />
  )
  if (!props.hasStatus) return editor
  return (
    <>
      {editor}
      <p className="mr-code__status">{t.form.editorStatus(status.line, status.column, status.length)}</p>
    </>
  )
}

interface ViewNeeds {
  readonly latest: { readonly current: CodeEditorProps }
  readonly readOnly: Compartment
  readonly onStatus: (status: ReturnType<typeof statusOf>) => void
}

/** Escape leaves the editor; saving, running, the problems and the command palette work everywhere. */
function isPassedOn({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (key === 'Escape') return true
  if (!ctrlKey && !metaKey) return false
  return shiftKey ? key.toLowerCase() === 'm' : ['s', 'k', 'Enter'].includes(key)
}

function insertionIn({ language, use = (path) => ({ text: path }) }: CodeEditorProps) {
  return { language, use }
}

/**
 * Without the line that Mod-Enter inserts, because this key runs the workflow or sends the form, and without the switch of
 * Ctrl-m, because Tab always leaves the editor and Ctrl-Shift-m opens the problems.
 */
const editingKeys = defaultKeymap.filter(({ key = '' }) => !['Mod-Enter', 'Ctrl-m'].includes(key))

/** After the keys of the own history, which come first while it has steps. */
function furtherHistoryKeys(latest: ViewNeeds['latest']): KeyBinding[] {
  const run = (given: (() => void) | undefined) => {
    given?.()
    return given !== undefined
  }
  return [
    { key: 'Mod-z', run: () => run(latest.current.onUndo) },
    { key: 'Mod-y', mac: 'Mod-Shift-z', run: () => run(latest.current.onRedo) },
    { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: () => run(latest.current.onRedo) },
  ]
}

/** Escape closes the list of completions. While none is shown, it leaves the editor, even if a search for them runs. */
const completionKeys = Prec.highest(
  keymap.of([
    ...completionKeymap.filter(({ key }) => key !== 'Escape'),
    {
      key: 'Escape',
      run: (view) => {
        const isListShown = view.dom.querySelector('.cm-tooltip-autocomplete') !== null
        closeCompletion(view)
        return isListShown
      },
    },
  ]),
)

function createView(parent: HTMLElement, { latest, readOnly, onStatus }: ViewNeeds): EditorView {
  const { language, value, placeholder, label, describedBy, isReadOnly, isSingleLine, isSpellChecked, caret } =
    latest.current
  const editor = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        // Tab is not bound: it leaves the editor, so that keyboard users are not trapped.
        isSingleLine
          ? keymap.of([
              { key: 'Enter', run: acceptCompletion },
              { key: 'Enter', run: () => true },
            ])
          : [],
        keymap.of([...closeBracketsKeymap, ...editingKeys, ...historyKeymap, ...furtherHistoryKeys(latest)]),
        syntaxHighlighting(colours),
        theme,
        LANGUAGES[language](),
        valueDrop(() => insertionIn(latest.current)),
        // Inside of the chips, which would be split otherwise.
        Prec.highest(errorPlace),
        completes(latest.current)
          ? [
              autocompletion({
                icons: false,
                // Below a short editor is the result of its text.
                aboveCursor: isSingleLine === true || language === 'expression',
                defaultKeymap: false,
                override: [(context) => variableCompletion(context, latest.current)],
              }),
              completionKeys,
            ]
          : [],
        readOnly.of(EditorState.readOnly.of(isReadOnly)),
        EditorView.contentAttributes.of({
          'aria-label': label,
          // Makes the scrolled part reachable by keyboard, also if it is read-only.
          tabindex: '0',
          spellcheck: String(isSpellChecked === true),
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        }),
        ...(placeholder === undefined ? [] : [placeholderOf(placeholder)]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          if (latest.current.hasStatus && (update.docChanged || update.selectionSet)) onStatus(statusOf(update.state))
        }),
      ],
    }),
  })
  if (caret !== undefined) focusAt(editor, caret)
  return editor
}

/** Puts the cursor into an editor that was just opened; between braces, the values are offered. */
function focusAt(editor: EditorView, caret: number): void {
  const text = editor.state.doc.toString()
  editor.dispatch({ selection: { anchor: Math.min(caret, text.length) } })
  editor.focus()
  if (isBetweenBraces(text, caret)) startCompletion(editor)
}

function statusOf({ doc, selection }: EditorState) {
  const line = doc.lineAt(selection.main.head)
  return { line: line.number, column: selection.main.head - line.from + 1, length: doc.length }
}

/** Applies a change of text and selection, and focuses the editor. */
function applyMarks(editor: EditorView | undefined, marked: MarkText): void {
  if (editor === undefined || editor.state.readOnly) return
  const { from, to } = editor.state.selection.main
  const text = editor.state.doc.toString()
  const next = marked(text, { from, to })
  editor.dispatch({
    changes: { from: 0, to: text.length, insert: next.text },
    selection: { anchor: next.from, head: next.to },
  })
  editor.focus()
}

type MarkText = (text: string, range: TextRange) => TextRange & { readonly text: string }

/** Without completions, keys such as Escape must not be handled by the completion popup. */
function completes({ language, variables }: CodeEditorProps): boolean {
  return language === 'template' || language === 'expression' || variables.length > 0
}

/** A path, or the part of it that is typed so far. */
const WORD = /[\w.[\]`]*/

/** Completes variables after `{{` in templates, and at any word in expressions. */
function variableCompletion(context: CompletionContext, { language, variables }: CodeEditorProps) {
  if (variables.length === 0) return null
  const sections = [...new Set(variables.flatMap(({ section }) => section ?? []))]
  const word = context.matchBefore(WORD)
  const from = word?.from ?? context.pos
  const before = context.state.sliceDoc(Math.max(0, from - 200), from)
  const isInside = language !== 'template' || /\{\{[^}]*$/.test(before)
  if (!isInside || (word?.text === '' && !context.explicit && !before.endsWith('{{ ') && !before.endsWith('{{')))
    return null
  return {
    from,
    // Filters the shown list while a word is typed. Asking again would ignore clicks until the answer is there.
    validFor: WORD,
    options: variables.map(({ name, type, description, section }, at) => ({
      label: name,
      type: 'variable',
      detail: type,
      // Keeps the order of the list for equal matches.
      sortText: String(at).padStart(5, '0'),
      ...(description === '' ? {} : { info: description }),
      ...(section === undefined ? {} : { section: { name: section, rank: sections.indexOf(section) } }),
    })),
  }
}
