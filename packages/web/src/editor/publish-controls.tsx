import { triggersIn } from '@millrace/model'
import { useMemo } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { isDirty } from './editor-state.ts'
import { changeSwitches, publish } from './publishing.ts'

/** The publication of a workflow that the service stores; undefined for others. */
function usePublication() {
  const { handlers } = useEditor()
  const publication = useEditorState((state) => (state.isEditable ? state.origin?.publication : undefined))
  return handlers.onSave === undefined ? publication : undefined
}

/** The switch and the button of the top bar, where they apply. */
export function PublishControls() {
  const t = useText()
  const session = useEditor()
  const publication = usePublication()
  const nodes = useEditorState((state) => state.history.document.nodes)
  const catalogue = useEditorState((state) => state.catalogue)
  const hasTriggers = useMemo(() => triggersIn({ nodes: [...nodes] }, catalogue).length > 0, [nodes, catalogue])
  const revision = useEditorState((state) => state.origin?.revision)
  const isUnpublished = useEditorState(
    (state) => isDirty(state) || state.origin?.publication.publishedRevision !== state.origin?.revision,
  )
  const isSaving = useEditorState((state) => state.isSaving)
  if (publication === undefined) return null
  const { isManual, isActive, publishedRevision } = publication
  return (
    <>
      {(hasTriggers || !isActive) && (
        <label className="mr-publish" data-tip={isActive ? t.saving.publish.activeHint : t.saving.publish.inactiveHint}>
          <input
            type="checkbox"
            role="switch"
            className="mr-switch"
            checked={isActive}
            disabled={isSaving}
            onChange={(event) => void changeSwitches(session, { isActive: event.target.checked })}
          />
          <span>{isActive ? t.saving.publish.active : t.saving.publish.inactive}</span>
        </label>
      )}
      {isManual && isUnpublished && (
        <Button
          icon="mdi:cloud-upload-outline"
          disabled={isSaving}
          data-tip={t.saving.publish.hint(publishedRevision ?? undefined, revision)}
          onClick={() => void publish(session)}
        >
          {t.saving.publish.publish}
        </Button>
      )}
    </>
  )
}

/** The switches in the settings of the workflow. */
export function PublishSettings() {
  const t = useText()
  const session = useEditor()
  const publication = usePublication()
  const isSaving = useEditorState((state) => state.isSaving)
  if (publication === undefined) return null
  const { isManual, isActive } = publication
  return (
    <fieldset className="mr-publish-settings">
      <legend className="mr-field__label">{t.saving.publish.title}</legend>
      <Switch
        label={t.saving.publish.active}
        hint={t.saving.publish.activeHint}
        isOn={isActive}
        isDisabled={isSaving}
        onChange={(isOn) => void changeSwitches(session, { isActive: isOn })}
      />
      <Switch
        label={t.saving.publish.manual}
        hint={t.saving.publish.manualHint}
        isOn={isManual}
        isDisabled={isSaving}
        onChange={(isOn) => void changeSwitches(session, { isManual: isOn })}
      />
    </fieldset>
  )
}

interface SwitchProps {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly isDisabled: boolean
  readonly onChange: (isOn: boolean) => void
}

function Switch({ label, hint, isOn, isDisabled, onChange }: SwitchProps) {
  return (
    <label className="mr-publish mr-publish--wide">
      <input
        type="checkbox"
        role="switch"
        className="mr-switch"
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        <span className="mr-field__hint">{hint}</span>
      </span>
    </label>
  )
}
