/**
 * Notices that the service cannot be reached, and that it is back. `isOnline` of the state follows every request of the
 * editor; a lost event stream is checked by one request, and while the service is gone it is asked with growing pauses.
 */
import { watchShared } from '../api/shared-stream.ts'
import { draftModeOf } from './drafts/draft-mode.ts'
import type { EditorSession } from './session.ts'

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]

export function watchConnection(session: EditorSession): () => void {
  const { store, client, options } = session
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasOnline = store.get().isOnline
  const isOnService = draftModeOf(options) === 'service'
  // The client reports the result of the request to the state.
  const ask = () => client.getHealth({}, { signal }).then(plan, plan)
  function plan() {
    clearTimeout(timer)
    if (store.get().isOnline || signal.aborted) return
    timer = setTimeout(ask, PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)])
  }
  const look = () => {
    const { isOnline } = store.get()
    if (isOnline === wasOnline) return
    wasOnline = isOnline
    if (!isOnline) return plan()
    failures = 0
    if (isOnService) session.toast({ tone: 'success', text: session.text().saving.reconnected })
  }
  const unsubscribe = store.subscribe(look)
  window.addEventListener('online', ask)
  window.addEventListener('offline', ask)
  if (isOnService) watchStream(session, { signal, onLost: ask })
  return () => {
    stop.abort()
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('online', ask)
    window.removeEventListener('offline', ask)
  }
}

/** Uses the stream of the inbox, which the windows of a browser share: no further connection is opened in the app. */
function watchStream(
  { client }: EditorSession,
  options: { readonly signal: AbortSignal; readonly onLost: () => void },
) {
  const { signal, onLost } = options
  watchShared(`millrace:${client.baseUrl}/interrupts`, (stream) => client.watchInterrupts({}, stream), {
    signal,
    onEvent: () => undefined,
    onConnection: (isUp) => {
      if (!isUp) onLost()
    },
    // A service that refuses the stream is still noticed by requests.
  }).catch(() => undefined)
}
