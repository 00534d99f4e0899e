import { ApiError, type Caller } from '@millrace/client'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { createClient } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { goTo, hrefOf, leaveBy, useLocation } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { textSource } from '../ui/language.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { MillraceRoot } from '../ui/millrace-root.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { Centred } from './centred.tsx'
import { NavBar } from './nav-bar.tsx'
import { pageAt } from './pages.tsx'

// Loaded apart: most visits have a session.
const SignIn = lazyComponent(async () => (await import('./sign-in.tsx')).SignIn, Centred)
const ChoosePassword = lazyComponent(async () => (await import('./choose-password.tsx')).ChoosePassword, Centred)

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
    leaveBy(() => {
      client.signOut().then(
        ({ url }) => {
          if (url === null) setSession('nobody')
          else window.location.assign(url)
        },
        () => setSession('nobody'),
      )
    })
  }, [client])
  const page = useMemo(
    () =>
      typeof session === 'object' && 'caller' in session
        ? { client, caller: session.caller, signOut: leave }
        : undefined,
    [client, session, leave],
  )
  const { path, query } = useLocation()
  // While the session is being read: both take a round trip to the service.
  useEffect(() => pageAt(path)?.page.component.preload(), [path])
  const enter = useCallback((caller: Caller) => {
    // The query has the code of a link, or why an earlier sign-in failed.
    if (isSignInPath(window.location.hash)) goTo('/', { replace: true })
    setSession({ caller })
  }, [])
  if (path === '/password') {
    return (
      <Loading>
        <ChoosePassword client={client} query={query} onSignedIn={enter} />
      </Loading>
    )
  }
  const refusal = path === '/sign-in' ? (query.get('refused') ?? undefined) : undefined
  return (
    <>
      {session === 'unknown' && <Centred />}
      {session === 'nobody' && (
        <Loading>
          <SignIn client={client} onSignedIn={enter} refusal={refusal} />
        </Loading>
      )}
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

/** The addresses that are shown without a session. */
function isSignInPath(hash: string): boolean {
  return /^#\/(password|sign-in)\b/.test(hash)
}

/** A part of the page whose code is loaded when it is first shown. */
function Loading({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary onRetry={() => window.location.reload()}>{children}</ErrorBoundary>
}

function CurrentPage() {
  const t = useText()
  const { path, query } = useLocation()
  const found = pageAt(path)
  if (found !== undefined) {
    const { page, params } = found
    return (
      <Loading key={page.staysMounted ? page.path : path}>
        <page.component params={params} query={query} />
      </Loading>
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
