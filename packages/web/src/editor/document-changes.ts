/**
 * The only way to change the document of a session: a transaction, undo, redo, opening another workflow, or adopting
 * the stored document. All other code gets a store that rejects a new history.
 */
import {
  editHistory,
  type Graph,
  rebased,
  redone,
  type Transacted,
  type Transaction,
  transacted,
  undone,
  type Workflow,
} from '@millrace/model'
import type { Selection } from '../graph/selection.ts'
import type { TextSource } from '../ui/language.ts'
import type { Store } from '../ui/store.ts'
import type { ToastMessage } from '../ui/toasts.tsx'
import { changeKindOf } from './change-kind.ts'
import { NO_DRAFT } from './drafts/draft.ts'
import { documentOf, type EditorDocument, isSameDocument, originOf, workflowOf } from './editor-document.ts'
import type { EditorHandlers } from './editor-options.ts'
import { type EditorState, isDirty } from './editor-state.ts'
import type { StepLabel } from './step-label.ts'

export interface TransactOptions {
  /** One continuous gesture, such as typing into a field: steps with the same key in quick succession are merged. */
  readonly coalesce?: string
  /** Merges with the last step of the same key, however old it is. */
  readonly ignoresPause?: boolean
}

/** State that can change together with the document. */
type OtherState = Partial<Omit<EditorState, 'history'>>

export interface DocumentChanges {
  /**
   * One undo step, all or nothing. A rejected edit is shown as a toast and returned; any other error is shown and
   * rethrown. In both cases the document and the history are unchanged.
   */
  readonly transact: <T>(
    label: StepLabel,
    work: (tx: Transaction<EditorDocument>) => T,
    options?: TransactOptions,
  ) => Transacted<EditorDocument, StepLabel, T>
  readonly undo: () => void
  readonly redo: () => void
  /** Opens another workflow with an empty history. */
  readonly open: (workflow: Partial<Workflow>, other?: OtherState) => void
  /**
   * Sets what the document is based on after the last step has replaced it. Undo restores the base before: a save of the
   * earlier document then finds the version that was chosen, and asks.
   */
  readonly changeBase: (before: Base, after: Base) => void
  /** Replaces the base by the document that the service stored; the undo steps are kept. */
  readonly rebase: (document: EditorDocument, other?: OtherState) => void
}

interface Parts {
  readonly store: Store<EditorState>
  readonly handlers: EditorHandlers
  readonly toast: (message: ToastMessage) => void
  readonly text: TextSource
}

/** What the document on the canvas is based on: undoing a step that replaced it restores the earlier base. */
type Base = Pick<EditorState, 'saved' | 'origin'>
type Step = EditorState['history']['past'][number]

export function createDocumentChanges({ store, handlers, toast, text }: Parts): DocumentChanges {
  let isTransacting = false
  const isReady = () => !isTransacting && store.get().isEditable
  const bases = new WeakMap<Step, { readonly before: Base; readonly after: Base }>()
  /** Walks over a step, with the base that belongs to its other side. */
  const walk = (step: Step | undefined, history: EditorState['history'], to: 'before' | 'after') => {
    const base = step && bases.get(step)
    const inverse = (to === 'before' ? history.future : history.past).at(-1)
    if (base !== undefined && inverse !== undefined) bases.set(inverse, base)
    changed({ store, handlers }, history, base && withPublication(base[to], store.get()))
  }
  const change = (history: EditorState['history']) => changed({ store, handlers }, history)
  return {
    transact(label, work, options) {
      const { history, catalogue, isEditable } = store.get()
      if (isTransacting) throw new TypeError('A transaction cannot be started inside another one')
      if (!isEditable) return { ok: false, problem: { code: 'NO_WORKFLOW', message: text().editor.messages.readOnly } }
      isTransacting = true
      let result: ReturnType<typeof transacted<EditorDocument, StepLabel, ReturnType<typeof work>>>
      try {
        result = transacted(history, { label, catalogue, atMs: Date.now(), ...options }, work)
      } catch (error) {
        toast({ tone: 'error', text: text().editor.messages.editFailed(error instanceof Error ? error.message : '') })
        throw error
      } finally {
        isTransacting = false
      }
      if (result.ok) change(result.history)
      else toast({ tone: 'error', text: text().message(result.problem.message) })
      return result
    },
    undo() {
      const { history } = store.get()
      const result = undone(history)
      if (isReady() && result.ok) walk(history.past.at(-1), result.history, 'before')
    },
    redo() {
      const { history } = store.get()
      const result = redone(history)
      if (isReady() && result.ok) walk(history.future.at(-1), result.history, 'after')
    },
    changeBase(before, after) {
      const step = store.get().history.past.at(-1)
      if (step !== undefined) bases.set(step, { before, after })
      store.set(after)
    },
    open(workflow, other) {
      const document = documentOf(workflow)
      const fresh = { saved: document, origin: originOf(workflow), conflict: undefined, drafts: NO_DRAFT }
      store.set({ ...fresh, ...other, history: editHistory(document) })
    },
    rebase(document, other) {
      store.set((state) => ({ ...state, ...other, history: rebased(state.history, document) }))
    },
  }
}

/** Wraps a store so that its users cannot replace the history. */
export function withoutHistoryWrites(store: Store<EditorState>): Store<EditorState> {
  return {
    ...store,
    set: (next) =>
      store.set((state) => {
        const after = typeof next === 'function' ? next(state) : { ...state, ...next }
        if (after.history !== state.history) throw new TypeError('The document is changed by session.transact')
        return after
      }),
  }
}

/** Replaces the history: removes deleted parts from the selection and notifies the host. */
function changed(
  { store, handlers }: Pick<Parts, 'store' | 'handlers'>,
  history: EditorState['history'],
  base: Partial<Base> = {},
): void {
  const before = store.get()
  store.set({ ...base, history, selection: remaining(before.selection, history.document) })
  const after = store.get()
  if (isSameDocument(before.history.document, after.history.document)) return
  const kind = changeKindOf(before.history.document, after.history.document)
  handlers.onWorkflowChange?.(workflowOf(after.history.document, after.origin), kind)
  if (isDirty(before) !== isDirty(after)) handlers.onDirtyStateChange?.(isDirty(after))
}

/** The switches are changed apart from the document: an earlier base has those of today. */
function withPublication({ saved, origin }: Base, { origin: now }: EditorState): Base {
  const isSameWorkflow = origin !== undefined && now !== undefined && origin.id === now.id
  return { saved, origin: isSameWorkflow ? { ...origin, publication: now.publication } : origin }
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
