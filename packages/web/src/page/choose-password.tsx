import type { Caller } from '@millrace/client'
import { MIN_PASSWORD } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { TextField } from './text-field.tsx'

interface ChoosePasswordProps {
  readonly client: Client
  /** The query of the one-time link. */
  readonly query: URLSearchParams
  readonly onSignedIn: (caller: Caller) => void
}

/** The target of an invitation: chooses a password and signs in. */
export function ChoosePassword({ client, query, onSignedIn }: ChoosePasswordProps) {
  const text = useText().people
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const email = query.get('email') ?? ''
  return (
    <main className="mr-page__centre">
      <form
        className="mr-sign-in mr-stack"
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          client
            .choosePassword({ body: { code: query.get('code') ?? '', password } })
            .then(onSignedIn, (failure: unknown) => setError(asApiError(failure).message))
            .finally(() => setBusy(false))
        }}
      >
        <Logo size={40} />
        <h1>{text.passwordTitle}</h1>
        <p className="mr-muted">{email}</p>
        {/* For password managers. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextField
          label={text.password}
          type="password"
          autoComplete="new-password"
          hint={text.passwordHint(MIN_PASSWORD)}
          error={error}
          value={password}
          onChange={setPassword}
        />
        <Button look="primary" submit disabled={isBusy || password.length < MIN_PASSWORD}>
          {text.choose}
        </Button>
      </form>
    </main>
  )
}
