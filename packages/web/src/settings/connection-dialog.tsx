import type { Connection } from '@millrace/client'
import { PROVIDERS } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { bodyOf, type ConnectionDraft, draftOf, draftProblems, keyEndOf, needsKeyAgain } from './connection-draft.ts'
import { SelectField } from './select-field.tsx'

interface ConnectionDialogProps {
  /** The connection to edit; absent for a new one. */
  readonly connection: Connection | undefined
  readonly onSaved: (connection: Connection) => void
  readonly onClose: () => void
}

/** Creates or edits a connection. A stored key is never shown, only replaced or removed. */
export function ConnectionDialog({ connection, onSaved, onClose }: ConnectionDialogProps) {
  const t = useText()
  const text = t.settings.connections
  const { client } = usePage()
  const [draft, setDraft] = useState(() => draftOf(connection))
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const problems = draftProblems(draft)
  const save = () => {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    const body = bodyOf(draft)
    const saved =
      connection === undefined
        ? client.createConnection({ body })
        : client.updateConnection({ id: connection.id, body })
    saved.then(onSaved, (failure: unknown) => setError(asApiError(failure).message)).finally(() => setBusy(false))
  }
  return (
    <FormDialog
      title={connection === undefined ? text.newTitle : text.editTitle(connection.name)}
      submit={text.save}
      canSubmit={!isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields
        draft={draft}
        connection={connection}
        error={error}
        missing={isTried ? problems : {}}
        onChange={(next) => setDraft({ ...draft, ...next })}
      />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly draft: ConnectionDraft
  readonly connection: Connection | undefined
  readonly error: string | undefined
  /** Fields that have no value although they need one. */
  readonly missing: ReturnType<typeof draftProblems>
  readonly onChange: (change: Partial<ConnectionDraft>) => void
}

function Fields({ draft, connection, error, missing, onChange }: FieldsProps) {
  const text = useText().settings.connections
  const end = connection && keyEndOf(connection)
  const needsUrl = draft.provider === 'openai_compatible'
  const keyHint = end === undefined ? text.keyHint : text.keyKept(end)
  return (
    <>
      <Field label={text.name} error={missing.name ? text.missing(text.name) : error} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            maxLength={100}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <SelectField
        label={text.provider}
        value={draft.provider}
        options={PROVIDERS}
        names={text.providers}
        onChange={(provider) => onChange({ provider })}
      />
      <Field
        label={text.baseUrl}
        hint={needsUrl ? text.baseUrlNeeded : text.baseUrlHint}
        error={missing.baseUrl && text.missing(text.baseUrl)}
        required={needsUrl}
      >
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            type="url"
            maxLength={2048}
            value={draft.baseUrl}
            onChange={(event) => onChange({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      <Field label={text.key} hint={needsKeyAgain(draft, connection) ? text.newHost : keyHint}>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            type="password"
            autoComplete="new-password"
            maxLength={4096}
            disabled={draft.removesKey}
            value={draft.key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        )}
      </Field>
      {end !== undefined && (
        <label className="mr-row">
          <input
            type="checkbox"
            className="mr-switch"
            role="switch"
            checked={draft.removesKey}
            onChange={(event) => onChange({ removesKey: event.target.checked })}
          />
          {text.removeKey}
        </label>
      )}
    </>
  )
}
