import { LIMITS } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { MenuItem } from '../ui/menu.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { isShallowEqual } from '../ui/store.ts'
import { ACTIONS, type Action, type ActionName, canRun } from './actions.ts'
import { hiddenControls } from './bar-overflow.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import { useExtensions } from './editor-extension.ts'
import { isDirty } from './editor-state.ts'
import { shownKeys } from './key-names.ts'
import { hasSidebar } from './narrow-view.ts'
import { PublishControls } from './publish-controls.tsx'
import { save } from './save.ts'
import { SaveStatus } from './save-status.tsx'
import type { EditorSession } from './session.ts'
import { useHasInspector } from './use-has-inspector.ts'

/** Name, save state, undo and redo, panels, save. */
export function TopBar({ backHref }: { backHref?: string | undefined }) {
  const t = useText()
  const session = useEditor()
  const { openMenu } = useOverlays()
  const extensions = useExtensions()
  const view = useEditorState((state) => state.view)
  const isCatalogueOpen = hasSidebar(view)
  const isReady = useEditorState((state) => state.phase === 'ready')
  const isEditable = useEditorState((state) => state.isEditable)
  return (
    <header className="mr-bar">
      {backHref !== undefined && (
        <a
          className="mr-button mr-button--ghost mr-button--icon"
          href={backHref}
          aria-label={t.editor.bar.back}
          data-tip={t.editor.bar.back}
        >
          <Icon name="mdi:arrow-left" size={18} />
        </a>
      )}
      {isEditable && (
        <IconButton
          icon="mdi:dock-left"
          label={isCatalogueOpen ? t.editor.catalogue.collapse : t.editor.catalogue.expand}
          aria-pressed={isCatalogueOpen}
          onClick={() => session.setView({ hasSidebar: !isCatalogueOpen })}
        />
      )}
      {isReady && (
        <div className="mr-bar__title">
          <NameInput />
          <SaveStatus />
        </div>
      )}
      <span className="mr-grow" />
      {isReady && (
        <>
          <span className="mr-bar__group mr-bar__group--edits">
            {isEditable && <UndoButtons />}
            <ProblemsButton />
          </span>
          <PanelButtons />
          {extensions.map(({ key, bar: Extra, staysInBar }) => staysInBar && Extra && <Extra key={key} />)}
          <span className="mr-bar__group mr-bar__group--panels">
            <PublishControls />
          </span>
          {isEditable && <SaveButton />}
          <IconButton
            icon="mdi:dots-vertical"
            label={t.editor.bar.more}
            aria-haspopup="menu"
            onClick={(event) =>
              openMenu({
                at: event.currentTarget,
                label: t.editor.bar.more,
                items: [...hiddenControls(event.currentTarget.closest('.mr-bar')), ...moreItems(session)],
              })
            }
          />
        </>
      )}
    </header>
  )
}

/** Buttons of the side panels, and the extensions' own controls that a narrow bar has no room for. */
function PanelButtons() {
  const t = useText()
  const session = useEditor()
  const extensions = useExtensions()
  const side = useEditorState((state) => state.view.side)
  const hasInspector = useHasInspector()
  return (
    <span className="mr-bar__group mr-bar__group--panels">
      {extensions.map(({ key, side: panel }) =>
        panel === undefined ? null : (
          <IconButton
            key={key}
            icon={panel.icon}
            label={panel.label(t)}
            aria-pressed={side === key}
            onClick={() => session.setView({ side: side === key ? undefined : key })}
          />
        ),
      )}
      <IconButton
        icon="mdi:dock-right"
        label={t.editor.panel.settings}
        aria-pressed={hasInspector && side === undefined}
        onClick={() => session.setView({ hasInspector: side !== undefined || !hasInspector, side: undefined })}
      />
      <span className="mr-bar__line" />
      {extensions.map(({ key, bar: Extra, staysInBar }) => !staysInBar && Extra && <Extra key={key} />)}
    </span>
  )
}

function NameInput() {
  const t = useText()
  const { transact } = useEditor()
  const name = useEditorState((state) => state.history.document.name)
  const isEditable = useEditorState((state) => state.isEditable)
  return (
    <input
      className="mr-bar__name"
      data-document
      aria-label={t.editor.bar.name}
      placeholder={t.editor.bar.untitled}
      value={name}
      maxLength={LIMITS.nameLength}
      readOnly={!isEditable}
      // As wide as the name, because the save state follows directly.
      size={Math.max(8, Math.min(48, (name || t.editor.bar.untitled).length + 1))}
      onChange={(event) => {
        const name = event.target.value
        transact('editWorkflow', (tx) => tx.document({ set: { name } }), { coalesce: 'name' })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

function UndoButtons() {
  const t = useText()
  const session = useEditor()
  const steps = useEditorState(
    ({ history }) => ({ undo: history.past.at(-1)?.label, redo: history.future.at(-1)?.label }),
    isShallowEqual,
  )
  return (
    <>
      <IconButton
        icon="mdi:undo"
        label={t.editor.bar.undo}
        tip={steps.undo && t.editor.bar.undoStep(t.editor.steps[steps.undo])}
        keys={shownKeys('Mod+Z', t)}
        disabled={steps.undo === undefined}
        onClick={session.undo}
      />
      <IconButton
        icon="mdi:redo"
        label={t.editor.bar.redo}
        tip={steps.redo && t.editor.bar.redoStep(t.editor.steps[steps.redo])}
        keys={shownKeys('Mod+Shift+Z', t)}
        disabled={steps.redo === undefined}
        onClick={session.redo}
      />
      <span className="mr-bar__line" />
    </>
  )
}

function ProblemsButton() {
  const t = useText()
  const session = useEditor()
  const bottom = useEditorState((state) => state.view.bottom)
  const counts = useEditorState(
    ({ problems }) => ({
      errors: problems.filter((one) => one.severity === 'error').length,
      warnings: problems.filter((one) => one.severity === 'warning').length,
    }),
    isShallowEqual,
  )
  const { errors, warnings } = counts
  const tone = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'good'
  return (
    <Button
      look="ghost"
      className={`mr-bar__problems mr-bar__problems--${tone}`}
      icon={
        tone === 'good'
          ? 'mdi:check-circle-outline'
          : tone === 'error'
            ? 'mdi:alert-circle-outline'
            : 'mdi:alert-outline'
      }
      aria-pressed={bottom === 'problems'}
      aria-label={`${t.editor.bar.problems}: ${t.editor.problems.counts(errors, warnings)}`}
      data-tip={t.editor.problems.counts(errors, warnings)}
      onClick={() => session.setView({ bottom: bottom === 'problems' ? undefined : 'problems' })}
    >
      {errors + warnings > 0 ? errors + warnings : null}
    </Button>
  )
}

function SaveButton() {
  const t = useText()
  const session = useEditor()
  const isIdle = useEditorState((state) => state.isSaving || (!isDirty(state) && state.origin !== undefined))
  return (
    <Button look="primary" disabled={isIdle} data-tip={shownKeys('Mod+S', t)} onClick={() => void save(session)}>
      {t.editor.bar.save}
    </Button>
  )
}

/** Actions as menu entries; a read-only editor omits those that edit. */
export function menuItems(session: EditorSession, names: readonly (ActionName | 'line')[]): MenuItem[] {
  const { isEditable } = session.store.get()
  const items = names.flatMap((name): MenuItem[] => {
    if (name === 'line') return [{ line: true }]
    const action: Action = ACTIONS[name]
    if (action.edits && !isEditable) return []
    const [keys] = action.keys ?? []
    return [
      {
        label: action.label(session.text(), session),
        icon: action.icon,
        disabled: !canRun(session, action),
        danger: name === 'remove',
        run: () => action.run(session),
        ...(keys === undefined ? {} : { keys: shownKeys(keys, session.text()) }),
      },
    ]
  })
  return items.filter(
    (item, at) => !('line' in item) || (at > 0 && at < items.length - 1 && !('line' in (items[at - 1] ?? {}))),
  )
}

function moreItems(session: EditorSession): MenuItem[] {
  return menuItems(session, [
    'settings',
    'discard',
    'line',
    'search',
    'layout',
    'beautify',
    'line',
    // A narrow canvas has no room for the minimap.
    ...(session.store.get().view.narrow === undefined ? (['minimap'] as const) : []),
    'snap',
    'line',
    'importJson',
    'exportJson',
    'line',
    'shortcuts',
  ])
}
