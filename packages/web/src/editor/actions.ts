/** Everything that can be done, one value each: its name, its keys, when it can be done, and how. Menus and keys read this. */
import { t } from '../i18n/strings.ts'
import type { Alignment } from './align.ts'
import { isDirty } from './editor-state.ts'
import { downloadWorkflow, uploadWorkflow } from './files.ts'
import { alignSelected, copiedText, duplicateSelected, pasteText, removeSelected, selectAll } from './gestures.ts'
import { layOut } from './lay-out.ts'
import { save } from './save.ts'
import type { EditorSession } from './session.ts'

export interface Action {
  readonly label: string
  readonly icon?: string
  /** Such as `Mod+Shift+Z`; `Mod` is Control, or Command on a Mac. The first is shown. */
  readonly keys?: readonly string[]
  /** It changes the document, so read-only editors do not have it. */
  readonly edits?: boolean
  readonly isEnabled?: (session: EditorSession) => boolean
  readonly run: (session: EditorSession) => void
}

const hasNodes = ({ store }: EditorSession) => store.get().selection.nodes.size > 0
const hasAny = ({ store }: EditorSession) => store.get().selection.nodes.size + store.get().selection.edges.size > 0
const several =
  (least: number) =>
  ({ store }: EditorSession) =>
    store.get().selection.nodes.size >= least

const align = (how: Alignment, label: string, icon: string): Action => ({
  label,
  icon,
  edits: true,
  isEnabled: several(how.startsWith('distribute') ? 3 : 2),
  run: (session) => alignSelected(session, how),
})

const text = t.editor.actions

export const ACTIONS = {
  save: {
    label: text.save,
    icon: 'mdi:content-save-outline',
    keys: ['Mod+S'],
    edits: true,
    isEnabled: ({ store }) => isDirty(store.get()) || store.get().origin === undefined,
    run: (session) => void save(session),
  },
  undo: {
    label: text.undo,
    icon: 'mdi:undo',
    keys: ['Mod+Z'],
    edits: true,
    isEnabled: ({ store }) => store.get().log.past.length > 0,
    run: ({ undo }) => undo(),
  },
  redo: {
    label: text.redo,
    icon: 'mdi:redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    edits: true,
    isEnabled: ({ store }) => store.get().log.future.length > 0,
    run: ({ redo }) => redo(),
  },
  addNode: {
    label: text.addNode,
    icon: 'mdi:plus',
    keys: ['A'],
    edits: true,
    run: ({ setView }) => setView({ quickAdd: { screen: undefined, canvas: undefined } }),
  },
  search: {
    label: text.search,
    icon: 'mdi:magnify',
    keys: ['Mod+F'],
    run: ({ setView }) => setView({ isSearching: true }),
  },
  selectAll: { label: text.selectAll, icon: 'mdi:select-all', keys: ['Mod+A'], run: selectAll },
  copy: {
    label: text.copy,
    icon: 'mdi:content-copy',
    // The browser's own copy and paste events carry the keys; see editor-keys.ts.
    isEnabled: hasNodes,
    run: (session) => {
      const copied = copiedText(session)
      if (copied !== undefined) void navigator.clipboard?.writeText(copied).catch(() => undefined)
    },
  },
  paste: {
    label: text.paste,
    icon: 'mdi:content-paste',
    edits: true,
    run: async (session) => {
      const given = (await navigator.clipboard?.readText().catch(() => '')) ?? ''
      if (!pasteText(session, given)) session.toast({ tone: 'warning', text: t.editor.messages.nothingToPaste })
    },
  },
  duplicate: {
    label: text.duplicate,
    icon: 'mdi:content-duplicate',
    keys: ['Mod+D'],
    edits: true,
    isEnabled: hasNodes,
    run: duplicateSelected,
  },
  remove: {
    label: text.remove,
    icon: 'mdi:delete-outline',
    keys: ['Delete', 'Backspace'],
    edits: true,
    isEnabled: hasAny,
    run: removeSelected,
  },
  layout: {
    label: text.layout,
    icon: 'mdi:auto-fix',
    keys: ['Shift+L'],
    edits: true,
    run: (session) => {
      layOut(session)
      requestAnimationFrame(() => session.canvas.current?.fit())
    },
  },
  beautify: {
    label: text.beautify,
    icon: 'mdi:grid',
    edits: true,
    run: ({ edit }) => void edit({ verb: 'layout', how: 'beautify' }),
  },
  alignLeft: align('left', text.alignLeft, 'mdi:align-horizontal-left'),
  alignCentre: align('centre', text.alignCentre, 'mdi:align-horizontal-center'),
  alignRight: align('right', text.alignRight, 'mdi:align-horizontal-right'),
  alignTop: align('top', text.alignTop, 'mdi:align-vertical-top'),
  alignMiddle: align('middle', text.alignMiddle, 'mdi:align-vertical-center'),
  alignBottom: align('bottom', text.alignBottom, 'mdi:align-vertical-bottom'),
  distributeX: align('distributeX', text.distributeX, 'mdi:distribute-horizontal-center'),
  distributeY: align('distributeY', text.distributeY, 'mdi:distribute-vertical-center'),
  fit: { label: text.fit, icon: 'mdi:fit-to-screen-outline', keys: ['1'], run: ({ canvas }) => canvas.current?.fit() },
  problems: {
    label: text.problems,
    icon: 'mdi:alert-circle-outline',
    keys: ['Mod+Shift+M'],
    run: ({ setView, store }) => setView({ bottom: store.get().view.bottom === 'problems' ? undefined : 'problems' }),
  },
  minimap: {
    label: text.minimap,
    icon: 'mdi:map-outline',
    keys: ['M'],
    run: ({ setView, store }) => setView({ hasMinimap: !store.get().view.hasMinimap }),
  },
  snap: {
    label: text.snap,
    icon: 'mdi:grid',
    edits: true,
    run: ({ setView, store }) => setView({ snaps: !store.get().view.snaps }),
  },
  exportJson: { label: text.exportJson, icon: 'mdi:download', run: downloadWorkflow },
  importJson: { label: text.importJson, icon: 'mdi:upload', edits: true, run: uploadWorkflow },
  settings: {
    label: t.editor.bar.settings,
    icon: 'mdi:tag-outline',
    edits: true,
    run: ({ setView }) => setView({ dialog: 'settings' }),
  },
  shortcuts: {
    label: text.shortcuts,
    icon: 'mdi:keyboard-outline',
    keys: ['?'],
    run: ({ setView }) => setView({ dialog: 'shortcuts' }),
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof ACTIONS

export function canRun(session: EditorSession, action: Action): boolean {
  const { phase, isEditable } = session.store.get()
  return phase === 'ready' && (!action.edits || isEditable) && (action.isEnabled?.(session) ?? true)
}
