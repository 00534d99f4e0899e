import { ApiError, type Caller } from '@millrace/client'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { createClient } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { hrefOf, leaveBy, matched, useLocation } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { textSource } from '../ui/language.ts'
import { MillraceRoot } from '../ui/millrace-root.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { NavBar } from './nav-bar.tsx'
import { PAGES } from './pages.tsx'
import { SignIn } from './sign-in.tsx'

type Session = { readonly caller: Caller } | 'unknown' | 'nobody' | { readonly error: string }

/** The app that the service serves: the navigation and the current page. */
export function App() {
  return (
    <MillraceRoot>
      <Pages />
    </MillraceRoot>
  )
}

const text = textSource()

function Pages() {
  const t = useText()
  const client = useMemo(() => createClient({ ...servedBase(), text }), [])
  const [session, setSession] = useState<Session>('unknown')
  const { tag } = t
  useEffect(() => {
    document.documentElement.lang = tag
  }, [tag])
  const look = useCallback(() => {
    client.getSession().then(
      (caller) => setSession({ caller }),
      (error: unknown) =>
        setSession(error instanceof ApiError && error.status === 401 ? 'nobody' : { error: String(error) }),
    )
  }, [client])
  useEffect(look, [look])
  const leave = useCallback(() => {
    leaveBy(() => client.deleteSession().finally(() => setSession('nobody')))
  }, [client])
  const page = useMemo(
    () =>
      typeof session === 'object' && 'caller' in session
        ? { client, caller: session.caller, signOut: leave }
        : undefined,
    [client, session, leave],
  )
  return (
    <>
      {session === 'unknown' && <Centred />}
      {session === 'nobody' && <SignIn client={client} onSignedIn={(caller) => setSession({ caller })} />}
      {typeof session === 'object' && 'error' in session && (
        <EmptyState
          icon="mdi:lan-disconnect"
          title={t.page.unreachable}
          actions={<Button onClick={look}>{t.ui.retry}</Button>}
        />
      )}
      {page !== undefined && (
        <PageContext value={page}>
          <div className="mr-page">
            <NavBar />
            <main className="mr-page__place">
              <CurrentPage />
            </main>
          </div>
        </PageContext>
      )}
    </>
  )
}

function Centred() {
  return (
    <div className="mr-page__centre">
      <Spinner />
    </div>
  )
}

function CurrentPage() {
  const t = useText()
  const { path, query } = useLocation()
  for (const place of PAGES) {
    const params = matched(place.path, path)
    if (params === undefined) continue
    return (
      <ErrorBoundary key={place.staysMounted ? place.path : path} onRetry={() => window.location.reload()}>
        <Suspense fallback={<Centred />}>
          <place.component params={params} query={query} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return (
    <EmptyState
      icon="mdi:map-marker-question-outline"
      title={t.page.notFound}
      actions={
        <a className="mr-button" href={hrefOf('/')}>
          {t.page.goHome}
        </a>
      }
    >
      {t.page.notFoundText}
    </EmptyState>
  )
}

/** The base URL of the API as stated by the service; otherwise the default. */
function servedBase(): { baseUrl?: string } {
  const base = document.querySelector<HTMLMetaElement>('meta[name="millrace-api"]')?.content
  return base === undefined || base === '' ? {} : { baseUrl: base }
}
