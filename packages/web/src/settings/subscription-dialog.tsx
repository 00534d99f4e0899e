import type { ApiError, Subscription } from '@millrace/client'
import { SUBSCRIPTION_EVENTS, SUBSCRIPTION_KINDS } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectField } from './select-field.tsx'
import {
  bodyOf,
  changeOf,
  draftOf,
  fieldOf,
  isComplete,
  NEW_DRAFT,
  type PlaceField,
  type SubscriptionDraft,
  toggled,
} from './subscription-draft.ts'

interface SubscriptionDialogProps {
  /** The subscription to edit; absent for a new one. */
  readonly subscription?: Subscription | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Creates or edits a subscription, and shows the secret of a new webhook once. */
export function SubscriptionDialog({ subscription, onSaved, onClose }: SubscriptionDialogProps) {
  const t = useText()
  const text = t.notifications
  const { client } = usePage()
  const [draft, setDraft] = useState(() => (subscription === undefined ? NEW_DRAFT : draftOf(subscription)))
  const [secret, setSecret] = useState<string>()
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const canSave = !isBusy && isComplete(draft, subscription !== undefined)
  /** Resolves with the secret of a new webhook. */
  const store = async () => {
    if (subscription === undefined) return (await client.createSubscription({ body: bodyOf(draft) })).secret
    await client.updateSubscription({ id: subscription.id, body: changeOf(draft) })
    return null
  }
  const save = () => {
    if (!canSave) return
    setBusy(true)
    setError(undefined)
    store()
      .then(
        (made) => {
          onSaved()
          if (made === null) onClose()
          else setSecret(made)
        },
        (failure: unknown) => setError(asApiError(failure)),
      )
      .finally(() => setBusy(false))
  }
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <FormDialog
      title={subscription === undefined ? text.create : text.editTitle(subscription.name)}
      submit={subscription === undefined ? text.save : text.saveChange}
      canSubmit={canSave}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields {...{ draft, subscription, error }} onChange={(change) => setDraft({ ...draft, ...change })} />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly draft: SubscriptionDraft
  readonly subscription: Subscription | undefined
  readonly error: ApiError | undefined
  readonly onChange: (change: Partial<SubscriptionDraft>) => void
}

function Fields({ draft, subscription, error, onChange }: FieldsProps) {
  const text = useText().notifications
  const wrong = error && fieldOf(error, draft.kind)
  const input = (key: 'name' | PlaceField, hint?: string) => (
    <Field
      label={text[key]}
      hint={hint}
      required={key !== 'name' && (key !== 'url' || subscription === undefined)}
      error={key === wrong ? error?.message : undefined}
    >
      {(ids) => (
        <input
          {...ids}
          className="mr-input"
          maxLength={2048}
          value={draft[key]}
          placeholder={key === 'url' ? (subscription?.url ?? undefined) : undefined}
          onChange={(event) => onChange({ [key]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {subscription === undefined && (
        <SelectField
          label={text.kind}
          value={draft.kind}
          options={SUBSCRIPTION_KINDS}
          names={text.kinds}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      {draft.kind === 'email' ? (
        <>
          {input('to', text.toHint)}
          {input('from')}
          {input('credential', text.credentialHint)}
        </>
      ) : (
        input('url', subscription !== undefined ? text.urlKept : draft.kind === 'chat' ? text.urlHint : undefined)
      )}
      {input('name', subscription === undefined ? text.nameHint : undefined)}
      <fieldset className="mr-settings__choices">
        <legend>{text.columns.events}</legend>
        {SUBSCRIPTION_EVENTS.map((event) => (
          <label key={event} className="mr-row">
            <input
              type="checkbox"
              checked={draft.events.includes(event)}
              onChange={() => onChange({ events: toggled(draft.events, event, SUBSCRIPTION_EVENTS) })}
            />
            {text.events[event]}
          </label>
        ))}
      </fieldset>
    </>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText().notifications
  return (
    <Dialog
      title={text.secretTitle}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <p>{text.secretText}</p>
      <input
        className="mr-input mr-mono"
        aria-label={text.secret}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
