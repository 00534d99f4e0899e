import { useRef, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { settingsStrings } from '../i18n/settings.ts'
import { t as texts } from '../i18n/strings.ts'
import { usePage } from '../page/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { SelectField } from './select-field.tsx'
import { createToken, ROLES, type Role } from './settings-api.ts'
import { EXPIRIES, type Expiry, expiresAtOf } from './token-expiry.ts'

const t = settingsStrings.tokens

interface NewTokenDialogProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Asks what the token is for, and shows its secret once. */
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
  const { client } = usePage()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [expiry, setExpiry] = useState<Expiry>('quarter')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const make = () => {
    setBusy(true)
    createToken(client, { name: name.trim(), role, expiresAt: expiresAtOf(expiry, Date.now()) })
      .then(
        ({ token }) => onMade(token),
        (failure: unknown) => setError(asApiError(failure).message),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={t.dialog}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button look="primary" disabled={isBusy || name.trim() === ''} onClick={make}>
            {t.make}
          </Button>
        </>
      }
    >
      <form
        className="mr-stack mr-settings__form"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') make()
        }}
      >
        <Field label={t.name} hint={t.nameHint} error={error} required>
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
        <SelectField label={t.role} value={role} options={ROLES} names={t.roles} onChange={setRole} />
        <SelectField label={t.expiry} value={expiry} options={EXPIRIES} names={t.expiries} onChange={setExpiry} />
      </form>
    </Dialog>
  )
}

function MadeToken({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { toast } = useOverlays()
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      // Not there at all where the page came over plain HTTP from another machine.
      if (navigator.clipboard === undefined) throw new Error('no clipboard')
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      field.current?.select()
      toast({ tone: 'warning', text: t.copyFailed })
    }
  }
  return (
    <Dialog
      title={t.madeTitle}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <p>{t.madeText}</p>
      <div className="mr-row">
        <input
          ref={field}
          className="mr-input mr-mono"
          aria-label={t.token}
          readOnly
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={isCopied ? 'mdi:check' : 'mdi:content-copy'} onClick={copy}>
          {isCopied ? t.copied : t.copy}
        </Button>
      </div>
      <span className="mr-visually-hidden" aria-live="polite">
        {isCopied ? t.copied : ''}
      </span>
      <p className="mr-settings__warn">
        <Icon name="mdi:alert-outline" size={15} />
        {t.madeWarning}
      </p>
    </Dialog>
  )
}
