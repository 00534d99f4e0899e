/** The table of all actions: label, keys, when it is enabled, and what it does. Menus and key bindings read it. */

import { isGroup } from '@millrace/model'
import type { Alignment } from '../graph/align.ts'
import { isAnnotation } from '../graph/node-look.ts'
import { removableIn } from '../graph/selection-rules.ts'
import type { Texts } from '../i18n/texts.ts'
import { layOut } from './auto-layout.ts'
import { areDisabled, canDisable, toggleDisabled } from './disabling.ts'
import { discardChanges } from './drafts/discard-changes.ts'
import { isDirty, selectedNodeOf } from './editor-state.ts'
import { startExtracting } from './extracting.ts'
import { downloadWorkflow, uploadWorkflow } from './files.ts'
import { alignSelected, copiedText, duplicateSelected, pasteText, removeSelected, selectAll } from './gestures.ts'
import { canGroup, groupSelected, groupsToRemove, ungroup } from './grouping.ts'
import { openNode } from './open-node.ts'
import { save } from './save.ts'
import type { EditorSession } from './session.ts'

export interface Action {
  /** May depend on the selection of a session. */
  readonly label: (texts: Texts, session?: EditorSession) => string
  readonly icon?: string
  /** Such as `Mod+Shift+Z`; `Mod` is Control, or Command on a Mac. The first is shown. */
  readonly keys?: readonly string[]
  /** Changes the document, so read-only editors do not offer it. */
  readonly edits?: boolean
  readonly isEnabled?: (session: EditorSession) => boolean
  readonly run: (session: EditorSession) => void
}

const hasNodes = ({ store }: EditorSession) => store.get().selection.nodes.size > 0
const hasRemovable = ({ store }: EditorSession) => {
  const { history, selection } = store.get()
  const { nodes, edges } = removableIn(history.document, selection)
  return nodes.length + edges.length > 0
}
const several =
  (least: number) =>
  ({ store }: EditorSession) =>
    store.get().selection.nodes.size >= least

const align = (how: Alignment, label: keyof Texts['editor']['actions'], icon: string): Action => ({
  label: (t) => t.editor.actions[label],
  icon,
  edits: true,
  isEnabled: several(how.startsWith('distribute') ? 3 : 2),
  run: (session) => alignSelected(session, how),
})

export const ACTIONS = {
  save: {
    label: (t) => t.editor.actions.save,
    icon: 'mdi:content-save-outline',
    keys: ['Mod+S'],
    edits: true,
    isEnabled: ({ store }) => isDirty(store.get()) || store.get().origin === undefined,
    run: (session) => void save(session),
  },
  discard: {
    label: (t) => t.saving.draft.discard,
    icon: 'mdi:file-undo-outline',
    edits: true,
    isEnabled: ({ store }) => isDirty(store.get()),
    run: discardChanges,
  },
  undo: {
    label: (t) => t.editor.actions.undo,
    icon: 'mdi:undo',
    keys: ['Mod+Z'],
    edits: true,
    isEnabled: ({ store }) => store.get().history.past.length > 0,
    run: ({ undo }) => undo(),
  },
  redo: {
    label: (t) => t.editor.actions.redo,
    icon: 'mdi:redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    edits: true,
    isEnabled: ({ store }) => store.get().history.future.length > 0,
    run: ({ redo }) => redo(),
  },
  addNode: {
    label: (t) => t.editor.actions.addNode,
    icon: 'mdi:plus',
    keys: ['A'],
    edits: true,
    run: ({ setView }) => setView({ quickAdd: { screen: undefined, canvas: undefined } }),
  },
  search: {
    label: (t) => t.editor.actions.search,
    icon: 'mdi:magnify',
    keys: ['Mod+F'],
    run: ({ setView }) => setView({ isSearching: true }),
  },
  openNode: {
    label: (t) => t.nodeData.openNodeView,
    icon: 'mdi:arrow-expand',
    keys: ['Enter'],
    isEnabled: ({ store }) => selectedNodeOf(store.get()) !== undefined,
    run: (session) => {
      const node = selectedNodeOf(session.store.get())
      if (node !== undefined) openNode(session, node.id)
    },
  },
  rename: {
    label: (t) => t.editor.actions.rename,
    icon: 'mdi:rename-outline',
    keys: ['F2'],
    edits: true,
    isEnabled: ({ store }) => {
      const node = selectedNodeOf(store.get())
      return node !== undefined && (isGroup(node) || !isAnnotation(node, store.get().catalogue.types))
    },
    run: ({ store, canvas }) => {
      const node = selectedNodeOf(store.get())
      if (node !== undefined) canvas.current?.rename(node.id)
    },
  },
  selectAll: {
    label: (t) => t.editor.actions.selectAll,
    icon: 'mdi:select-all',
    keys: ['Mod+A'],
    run: selectAll,
  },
  copy: {
    label: (t) => t.editor.actions.copy,
    icon: 'mdi:content-copy',
    // Copy and paste are handled by browser events; see editor-keys.ts.
    isEnabled: hasNodes,
    run: (session) => {
      const copied = copiedText(session)
      if (copied !== undefined) void navigator.clipboard?.writeText(copied).catch(() => undefined)
    },
  },
  paste: {
    label: (t) => t.editor.actions.paste,
    icon: 'mdi:content-paste',
    edits: true,
    run: async (session) => {
      const given = (await navigator.clipboard?.readText().catch(() => '')) ?? ''
      if (!pasteText(session, given))
        session.toast({ tone: 'warning', text: session.text().editor.messages.nothingToPaste })
    },
  },
  duplicate: {
    label: (t) => t.editor.actions.duplicate,
    icon: 'mdi:content-duplicate',
    keys: ['Mod+D'],
    edits: true,
    isEnabled: hasNodes,
    run: duplicateSelected,
  },
  toggleDisabled: {
    label: (t, session) =>
      session === undefined ? t.disabled.both : areDisabled(session) ? t.disabled.enable : t.disabled.disable,
    icon: 'mdi:power',
    keys: ['D'],
    edits: true,
    isEnabled: canDisable,
    run: toggleDisabled,
  },
  extract: {
    label: (t) => t.extracting.action,
    icon: 'mdi:sitemap-outline',
    keys: ['Shift+E'],
    edits: true,
    isEnabled: hasNodes,
    run: startExtracting,
  },
  remove: {
    label: (t) => t.editor.actions.remove,
    icon: 'mdi:delete-outline',
    keys: ['Delete', 'Backspace'],
    edits: true,
    isEnabled: hasRemovable,
    run: removeSelected,
  },
  group: {
    label: (t) => t.groups.group,
    icon: 'mdi:group',
    keys: ['Mod+G'],
    edits: true,
    isEnabled: canGroup,
    run: groupSelected,
  },
  ungroup: {
    label: (t) => t.groups.ungroup,
    icon: 'mdi:ungroup',
    keys: ['Mod+Shift+G'],
    edits: true,
    isEnabled: (session) => groupsToRemove(session).length > 0,
    run: (session) => ungroup(session),
  },
  layout: {
    label: (t) => t.editor.actions.layout,
    icon: 'mdi:auto-fix',
    keys: ['Shift+L'],
    edits: true,
    run: async (session) => {
      if (await layOut(session)) requestAnimationFrame(() => session.canvas.current?.fit())
    },
  },
  beautify: {
    label: (t) => t.editor.actions.beautify,
    icon: 'mdi:grid',
    edits: true,
    run: ({ transact }) => void transact('beautify', (tx) => tx.layout({ how: 'beautify' })),
  },
  alignLeft: align('left', 'alignLeft', 'mdi:align-horizontal-left'),
  alignCentre: align('centre', 'alignCentre', 'mdi:align-horizontal-center'),
  alignRight: align('right', 'alignRight', 'mdi:align-horizontal-right'),
  alignTop: align('top', 'alignTop', 'mdi:align-vertical-top'),
  alignMiddle: align('middle', 'alignMiddle', 'mdi:align-vertical-center'),
  alignBottom: align('bottom', 'alignBottom', 'mdi:align-vertical-bottom'),
  distributeX: align('distributeX', 'distributeX', 'mdi:distribute-horizontal-center'),
  distributeY: align('distributeY', 'distributeY', 'mdi:distribute-vertical-center'),
  fit: {
    label: (t) => t.editor.actions.fit,
    icon: 'mdi:fit-to-screen-outline',
    keys: ['1'],
    run: ({ canvas }) => canvas.current?.fit(),
  },
  problems: {
    label: (t) => t.editor.actions.problems,
    icon: 'mdi:alert-circle-outline',
    keys: ['Mod+Shift+M'],
    run: ({ setView, store }) => setView({ bottom: store.get().view.bottom === 'problems' ? undefined : 'problems' }),
  },
  minimap: {
    label: (t) => t.editor.actions.minimap,
    icon: 'mdi:map-outline',
    keys: ['M'],
    run: ({ setView, store }) => setView({ hasMinimap: !store.get().view.hasMinimap }),
  },
  snap: {
    label: (t) => t.editor.actions.snap,
    icon: 'mdi:grid',
    edits: true,
    run: ({ setView, store }) => setView({ snaps: !store.get().view.snaps }),
  },
  exportJson: {
    label: (t) => t.editor.actions.exportJson,
    icon: 'mdi:download',
    run: downloadWorkflow,
  },
  importJson: {
    label: (t) => t.editor.actions.importJson,
    icon: 'mdi:upload',
    edits: true,
    run: uploadWorkflow,
  },
  settings: {
    label: (t) => t.editor.bar.settings,
    icon: 'mdi:tag-outline',
    edits: true,
    run: ({ setView }) => setView({ dialog: 'settings' }),
  },
  shortcuts: {
    label: (t) => t.editor.actions.shortcuts,
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
