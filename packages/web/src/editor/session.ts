/**
 * One editor: its state, and what can be done to it. Made before anything is drawn, so that a host can ask and save at any
 * time; components read the store and call these functions. Loading and saving have files of their own.
 */

import type { Command, Graph } from '@millrace/model'
import { type Client, createClient } from '../api/client.ts'
import { clientOptionsOf } from '../api/endpoint-config.ts'
import type { Operation, Reporter } from '../api/operations.ts'
import { reportFailure } from '../api/operations.ts'
import type { CanvasApi } from '../canvas/canvas-api.ts'
import { NOTHING_SELECTED, type Selection } from '../graph/selection.ts'
import { type TextSource, textSource } from '../ui/language.ts'
import { createStore, type Store } from '../ui/store.ts'
import type { ToastMessage } from '../ui/toasts.tsx'
import { changeKindOf } from './change-kind.ts'
import { type Edited, edited, redone, replaced, type StepOptions, undone } from './edit-log.ts'
import { type EditorDocument, isSameDocument, workflowOf } from './editor-document.ts'
import { type EditorHandlers, type EditorOptions, isEditable } from './editor-options.ts'
import { type EditorState, INITIAL_STATE, isDirty, type View } from './editor-state.ts'

export interface EditorSession {
  readonly store: Store<EditorState>
  readonly client: Client
  readonly options: EditorOptions
  readonly handlers: EditorHandlers
  /** The texts of this editor, in the language of the moment. */
  readonly text: TextSource
  /** The canvas, once it is drawn. */
  readonly canvas: { current: CanvasApi | null }
  /** One step: all commands or none. A refusal is shown as a toast. */
  readonly edit: (commands: Command | readonly Command[], options?: StepOptions) => Edited<EditorDocument>
  /** Another document as one step, for what no command says. */
  readonly replace: (document: EditorDocument, options?: StepOptions) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly select: (selection: Partial<Selection>) => void
  /** Selects nodes and brings them into view. */
  readonly reveal: (nodes: readonly string[]) => void
  readonly setView: (view: Partial<View>) => void
  readonly toast: (message: ToastMessage) => void
  /** Where toasts go, once something is drawn. */
  readonly showToasts: (show: ((message: ToastMessage) => void) | undefined) => void
  readonly report: (error: unknown, operation: Operation) => ReturnType<typeof reportFailure>
}

export function createSession(options: EditorOptions): EditorSession {
  const store = createStore<EditorState>({ ...INITIAL_STATE, isEditable: isEditable(options) })
  const text = textSource(options)
  const handlers: EditorHandlers = { ...options.eventHandlers, ...definedHandlers(options) }
  const toasts = toastQueue(options.features?.showToasts !== false)
  const reporter: Reporter = {
    onApiError: handlers.onApiError,
    toast: (message) => toasts.toast({ tone: 'error', text: message }),
  }
  const change = (next: (state: EditorState) => EditorState) => changed({ store, handlers }, next)
  return {
    store,
    options,
    handlers,
    text,
    client: createClient({ ...clientOptionsOf(options), unreachable: () => text().page.unreachable }),
    canvas: { current: null },
    edit(commands, step) {
      const state = store.get()
      const list = Array.isArray(commands) ? commands : [commands as Command]
      if (!state.isEditable)
        return { ok: false, problem: { code: 'NO_WORKFLOW', message: text().editor.messages.readOnly } }
      const result = edited(state.log, list, state.catalogue, { atMs: Date.now(), ...step })
      if (!result.ok) toasts.toast({ tone: 'error', text: result.problem.message })
      else change((before) => ({ ...before, log: result.log }))
      return result
    },
    replace(document, step) {
      change((state) => ({ ...state, log: replaced(state.log, document, { atMs: Date.now(), ...step }) }))
    },
    undo: () => change((state) => ({ ...state, log: undone(state.log) })),
    redo: () => change((state) => ({ ...state, log: redone(state.log) })),
    select: (selection) => store.set((state) => ({ ...state, selection: { ...NOTHING_SELECTED, ...selection } })),
    reveal(nodes) {
      store.set((state) => ({ ...state, selection: { ...NOTHING_SELECTED, nodes: new Set(nodes) } }))
      this.canvas.current?.show(nodes)
    },
    setView: (view) => store.set((state) => ({ ...state, view: { ...state.view, ...view } })),
    toast: toasts.toast,
    showToasts: toasts.show,
    report: (error, operation) => reportFailure(error, operation, reporter),
  }
}

function definedHandlers(options: EditorOptions): EditorHandlers {
  const names = [
    'onApiError',
    'onSaveError',
    'onWorkflowChange',
    'onDirtyStateChange',
    'onBeforeSave',
    'onAfterSave',
    'onWorkflowLoad',
    'onBeforeUnmount',
  ] as const
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

interface Changing {
  readonly store: Store<EditorState>
  readonly handlers: EditorHandlers
}

/** A change of the document: the selection loses what is gone, and the host is told. */
function changed({ store, handlers }: Changing, next: (state: EditorState) => EditorState): void {
  const before = store.get()
  store.set((state) => {
    const after = next(state)
    return { ...after, selection: remaining(after.selection, after.log.document) }
  })
  const after = store.get()
  if (isSameDocument(before.log.document, after.log.document)) return
  const kind = changeKindOf(before.log.document, after.log.document)
  handlers.onWorkflowChange?.(workflowOf(after.log.document, after.origin), kind)
  if (isDirty(before) !== isDirty(after)) handlers.onDirtyStateChange?.(isDirty(after))
}

function remaining(selection: Selection, { nodes, edges }: Graph): Selection {
  if (selection.nodes.size + selection.edges.size === 0) return selection
  const kept = (ids: ReadonlySet<string>, list: readonly { id: string }[]) => {
    if (ids.size === 0) return ids
    const left = new Set(list.flatMap(({ id }) => (ids.has(id) ? [id] : [])))
    return left.size === ids.size ? ids : left
  }
  const next = { nodes: kept(selection.nodes, nodes), edges: kept(selection.edges, edges) }
  return next.nodes === selection.nodes && next.edges === selection.edges ? selection : next
}

/** Toasts that come before anything is drawn wait. */
function toastQueue(isShown: boolean) {
  const waiting: ToastMessage[] = []
  let target: ((message: ToastMessage) => void) | undefined
  return {
    toast(message: ToastMessage) {
      if (!isShown) return
      if (target === undefined) waiting.push(message)
      else target(message)
    },
    show(next: ((message: ToastMessage) => void) | undefined) {
      target = next
      if (next !== undefined) for (const message of waiting.splice(0)) next(message)
    },
  }
}
