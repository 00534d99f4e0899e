/**
 * The state and the operations of one editor. Created before anything is rendered, so that a host can read and save at
 * any time; components read the store and call these functions. Loading and saving are in separate files.
 */

import type { Workflow } from '@millrace/model'
import { type Client, createClient } from '../api/client.ts'
import { clientOptionsOf } from '../api/endpoint-config.ts'
import type { Operation, Reporter } from '../api/operations.ts'
import { reportFailure } from '../api/operations.ts'
import type { CanvasApi } from '../canvas/canvas-api.ts'
import { createLastRun, type LastRun } from '../data/last-run.ts'
import { NOTHING_SELECTED, type Selection } from '../graph/selection.ts'
import { type TextSource, textSource } from '../ui/language.ts'
import type { ReportOptions } from '../ui/report.ts'
import { createStore, type Store } from '../ui/store.ts'
import type { ToastMessage } from '../ui/toasts.tsx'
import { createDocumentChanges, type DocumentChanges, withoutHistoryWrites } from './document-changes.ts'
import { createDraftKeeper, type DraftKeeper } from './drafts/draft-keeper.ts'
import { type EditorHandlers, type EditorOptions, isEditable } from './editor-options.ts'
import { type EditorState, INITIAL_STATE, type View } from './editor-state.ts'
import { changedView } from './narrow-view.ts'
import { storedSidebar, storeSidebar } from './sidebar-choice.ts'

export interface EditorSession extends DocumentChanges {
  readonly store: Store<EditorState>
  readonly client: Client
  readonly options: EditorOptions
  readonly handlers: EditorHandlers
  /** Whether the person may edit the loaded workflow. */
  readonly mayEdit: MayEdit
  /** The texts of this editor in the current language. */
  readonly text: TextSource
  /** The canvas, once it is rendered. */
  readonly canvas: { current: CanvasApi | null }
  /** The run whose values the data views show. */
  readonly lastRun: LastRun
  readonly select: (selection: Partial<Selection>) => void
  /** Selects nodes and scrolls them into view. */
  readonly reveal: (nodes: readonly string[]) => void
  readonly setView: (view: Partial<View>) => void
  readonly toast: (message: ToastMessage) => void
  /** Sets the target of toasts, once something is rendered. */
  readonly showToasts: (show: ((message: ToastMessage) => void) | undefined) => void
  readonly report: (
    error: unknown,
    operation: Operation,
    options?: Pick<ReportOptions, 'isShown'>,
  ) => ReturnType<typeof reportFailure>
  /** Unsaved changes and where they are kept. */
  readonly drafts: DraftKeeper
}

export type MayEdit = (workflow: Partial<Workflow>) => boolean

export function createSession(options: EditorOptions, mayEdit: MayEdit = () => true): EditorSession {
  const store = createStore<EditorState>({
    ...INITIAL_STATE,
    view: { ...INITIAL_STATE.view, hasSidebar: storedSidebar() },
    isEditable: isEditable(options),
  })
  const text = textSource(options)
  const handlers: EditorHandlers = { ...options.eventHandlers, ...definedHandlers(options) }
  const client = createClient({
    ...clientOptionsOf(options),
    text,
    onReach: (isOnline) => store.set((state) => (state.isOnline === isOnline ? state : { ...state, isOnline })),
  })
  const toasts = toastQueue(options.features?.showToasts !== false)
  const reporter: Reporter = {
    onApiError: handlers.onApiError,
    toast: (message) => toasts.toast({ tone: 'error', text: message }),
  }
  const guarded = withoutHistoryWrites(store)
  const changes = createDocumentChanges({ store, handlers, toast: toasts.toast, text })
  return {
    store: guarded,
    options,
    handlers,
    mayEdit,
    text,
    client,
    canvas: { current: null },
    lastRun: createLastRun(client),
    ...changes,
    select: (selection) => store.set((state) => ({ ...state, selection: { ...NOTHING_SELECTED, ...selection } })),
    reveal(nodes) {
      store.set((state) => ({ ...state, selection: { ...NOTHING_SELECTED, nodes: new Set(nodes) } }))
      this.canvas.current?.show(nodes)
    },
    setView(view) {
      const isWide = store.get().view.narrow === undefined
      if (isWide && view.hasSidebar !== undefined) storeSidebar(view.hasSidebar)
      store.set((state) => ({ ...state, view: changedView(state.view, view) }))
    },
    toast: toasts.toast,
    showToasts: toasts.show,
    report: (error, operation, options) =>
      reportFailure(error, operation, options?.isShown ? { ...reporter, toast: () => {} } : reporter),
    drafts: createDraftKeeper({ store: guarded, client, options, handlers, text, ...changes }),
  }
}

function definedHandlers(options: EditorOptions): EditorHandlers {
  const names = [
    'onApiError',
    'onSaveError',
    'onWorkflowChange',
    'onDirtyStateChange',
    'onBeforeSave',
    'onSave',
    'onAfterSave',
    'onCreated',
    'onWorkflowLoad',
    'onBeforeUnmount',
  ] as const
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

/** Queues toasts until something is rendered. */
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
