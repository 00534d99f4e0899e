import { ROLES, type Role } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { useProjects } from '../projects/use-projects.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { SelectField } from './select-field.tsx'
import { EXPIRIES, type Expiry, expiresAtOf } from './token-expiry.ts'

interface NewTokenDialogProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Creates a token and shows its secret once. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <MadeToken secret={secret} onClose={onClose} />
  return (
    <AskForToken
      onClose={onClose}
      onMade={(made) => {
        setSecret(made)
        onMade()
      }}
    />
  )
}

function AskForToken({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const t = useText()
  const text = t.settings.tokens
  const { client } = usePage()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const projects = useProjects(client)
  const [project, setProject] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('quarter')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const make = () => {
    setBusy(true)
    const expiresAt = expiresAtOf(expiry, Date.now())
    client
      .createToken({ body: { name: name.trim(), role, project: project || null, expiresAt } })
      .then(
        ({ token }) => onMade(token),
        (failure: unknown) => setError(asApiError(failure).message),
      )
      .finally(() => setBusy(false))
  }
  return (
    <FormDialog
      title={text.dialog}
      submit={text.make}
      canSubmit={!isBusy && name.trim() !== ''}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label={text.name} hint={text.nameHint} error={error} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <SelectField label={text.role} value={role} options={ROLES} names={text.roles} onChange={setRole} />
      {projects && <projects.parts.ProjectField list={projects.list} value={project} hasAll onChange={setProject} />}
      <SelectField label={text.expiry} value={expiry} options={EXPIRIES} names={text.expiries} onChange={setExpiry} />
    </FormDialog>
  )
}

function MadeToken({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText().settings.tokens
  return (
    <Dialog
      title={text.madeTitle}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <p>{text.madeText}</p>
      <CopyField label={text.token} value={secret} />
      <p className="mr-settings__warn">
        <Icon name="mdi:alert-outline" size={15} />
        {text.madeWarning}
      </p>
    </Dialog>
  )
}
