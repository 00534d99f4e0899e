import type { PasswordLink, Person } from '@millrace/client'
import { PERSON_ROLES, type PersonRole } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { fullTimeText } from '../ui/date-time-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { SelectField } from './select-field.tsx'

interface InviteDialogProps {
  readonly onMade: (link: PasswordLink) => void
  readonly onClose: () => void
}

/** Creates a local account. */
export function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const t = useText()
  const text = t.people
  const { client } = usePage()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<PersonRole>('operator')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isComplete = email.includes('@') && !isBusy
  const make = () => {
    setBusy(true)
    client
      .invitePerson({ body: { email: email.trim(), name: name.trim() || email.trim(), role } })
      .then(
        ({ link }) => onMade(link),
        (failure: unknown) => setError(asApiError(failure).message),
      )
      .finally(() => setBusy(false))
  }
  return (
    <FormDialog title={text.dialog} submit={text.create} canSubmit={isComplete} onSubmit={make} onClose={onClose}>
      <Field label={text.email} error={error} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            type="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.name}>
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
      <SelectField
        label={text.role}
        value={role}
        options={PERSON_ROLES}
        names={t.settings.tokens.roles}
        onChange={setRole}
      />
      {role === 'member' && <p className="mr-muted">{text.memberHint}</p>}
    </FormDialog>
  )
}

/** Shows a one-time link. */
export function LinkDialog({ link, onClose }: { readonly link: PasswordLink; readonly onClose: () => void }) {
  const t = useText()
  const text = t.people
  return (
    <Dialog
      title={text.linkTitle}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <p>{text.linkText(fullTimeText(link.expiresAt, t))}</p>
      <CopyField label={text.linkLabel} value={link.url} />
      <p className="mr-settings__warn">
        <Icon name="mdi:alert-outline" size={15} />
        {text.linkWarning}
      </p>
    </Dialog>
  )
}

interface RoleDialogProps {
  readonly person: Person
  readonly report: (change: Promise<string>) => Promise<void>
  readonly onClose: () => void
}

/** Changes the role of a local account. */
export function RoleDialog({ person, report, onClose }: RoleDialogProps) {
  const t = useText()
  const text = t.people
  const { client } = usePage()
  const [role, setRole] = useState<PersonRole>(person.role)
  const save = () => {
    const { id, name } = person
    void report(client.updatePerson({ id, body: { role } }).then(() => text.roleChanged(name)))
    onClose()
  }
  return (
    <Dialog
      title={text.changeRoleTitle(person.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" disabled={role === person.role} onClick={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <p>{text.changeRoleText}</p>
      <SelectField
        label={text.role}
        value={role}
        options={PERSON_ROLES}
        names={t.settings.tokens.roles}
        onChange={setRole}
      />
    </Dialog>
  )
}
