import type { Caller } from '@millrace/client'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Logo } from './logo.tsx'

interface SignInProps {
  readonly client: Client
  readonly onSignedIn: (caller: Caller) => void
}

/** The message for a failed sign-in. */
function refusalOf(failure: unknown, t: Texts): string {
  const { status, message } = asApiError(failure)
  return status === 401 || status === 403 ? t.page.wrongToken : message
}

/** Sign-in without the one-time link: exchanges an API token for a cookie. */
export function SignIn({ client, onSignedIn }: SignInProps) {
  const t = useText()
  const [token, setToken] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  return (
    <main className="mr-page__centre">
      <form
        className="mr-sign-in mr-stack"
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          client
            .createSession({ body: { token: token.trim() } })
            .then(onSignedIn, (failure: unknown) => setError(refusalOf(failure, t)))
            .finally(() => setBusy(false))
        }}
      >
        <Logo size={40} />
        <h1>{t.page.signInTitle}</h1>
        <p className="mr-muted">{t.page.signInText}</p>
        <Field label={t.page.token} error={error} required>
          {(ids) => (
            <input
              {...ids}
              className="mr-input"
              type="password"
              autoComplete="current-password"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </Field>
        <Button look="primary" submit disabled={isBusy || token.trim() === ''}>
          {t.page.signIn}
        </Button>
      </form>
    </main>
  )
}
