import type { Caller, SignInMethods } from '@millrace/client'
import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { TextField } from './text-field.tsx'

interface SignInProps {
  readonly client: Client
  readonly onSignedIn: (caller: Caller) => void
  /** Why a sign-in at the identity provider did not work. */
  readonly refusal?: string | undefined
}

type Way = 'password' | 'token'

/** The message for a failed sign-in. */
function refusalOf(failure: unknown, way: Way, t: Texts): string {
  const { status, message } = asApiError(failure)
  return way === 'token' && status === 401 ? t.page.wrongToken : message
}

const NONE: SignInMethods = { password: false, provider: null }

/** Sign-in without the one-time link: at the identity provider, with a password, or with an API token. */
export function SignIn({ client, onSignedIn, refusal }: SignInProps) {
  const t = useText()
  const [methods, setMethods] = useState(NONE)
  const [chosen, setChosen] = useState<Way>()
  useEffect(() => {
    // Without an answer, the token remains.
    client.getSignInMethods().then(setMethods, () => {})
  }, [client])
  const { provider, password } = methods
  const way = chosen ?? (password ? 'password' : provider === null ? 'token' : undefined)
  const next = refusal === undefined && window.location.hash !== '' ? { next: window.location.hash.slice(1) } : {}
  const others = (password ? (['password', 'token'] as const) : (['token'] as const)).filter((one) => one !== way)
  return (
    <main className="mr-page__centre">
      <div className="mr-sign-in mr-stack">
        <Logo size={40} />
        <h1>{t.page.signInTitle}</h1>
        <p className="mr-muted">{way === 'token' ? t.page.signInText : t.people.signInText}</p>
        {refusal !== undefined && (
          <p className="mr-sign-in__refusal" role="alert">
            {t.people.refusals[refusal] ?? t.people.refusals.rejected}
          </p>
        )}
        {provider !== null && (
          <a className="mr-button mr-button--primary" href={withQuery(provider.url, next)}>
            {t.people.signInWith(provider.name)}
          </a>
        )}
        {provider !== null && (refusal === 'no_role' || refusal === 'disabled') && (
          <a className="mr-button" href={withQuery(provider.url, { account: 'other' })}>
            {t.people.otherAccount}
          </a>
        )}
        {way !== undefined && (
          <Credentials key={way} way={way} isMain={provider === null} client={client} onSignedIn={onSignedIn} />
        )}
        {(provider !== null || password) &&
          others.map((one) => (
            <Button key={one} look="ghost" onClick={() => setChosen(one)}>
              {one === 'token' ? t.people.useToken : t.people.usePassword}
            </Button>
          ))}
      </div>
    </main>
  )
}

function withQuery(url: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? url : `${url}?${text}`
}

interface CredentialsProps extends SignInProps {
  readonly way: Way
  readonly isMain: boolean
}

function Credentials({ way, isMain, client, onSignedIn }: CredentialsProps) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [secret, setSecret] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isPassword = way === 'password'
  const isComplete = secret.trim() !== '' && (!isPassword || email.trim() !== '')
  return (
    <form
      className="mr-stack mr-sign-in__form"
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        client
          .createSession({ body: isPassword ? { email, password: secret } : { token: secret.trim() } })
          .then(onSignedIn, (failure: unknown) => setError(refusalOf(failure, way, t)))
          .finally(() => setBusy(false))
      }}
    >
      {isPassword && (
        <TextField label={t.people.email} type="email" autoComplete="username" value={email} onChange={setEmail} />
      )}
      <TextField
        label={isPassword ? t.people.password : t.page.token}
        type="password"
        autoComplete="current-password"
        error={error}
        value={secret}
        onChange={setSecret}
      />
      <Button look={isMain ? 'primary' : 'plain'} submit disabled={isBusy || !isComplete}>
        {t.page.signIn}
      </Button>
    </form>
  )
}
