/**
 * Keeps a conversation up to date: loads the newest page, then follows the stream, which resumes where it stopped.
 * While there is no stream (connection lost or blocked by a proxy), it polls for pages.
 */
import { ApiError, type WatchPlaygroundSessionEvent } from '@millrace/client'
import type { Client } from '../api/client.ts'
import { watchEvents } from '../api/event-stream.ts'
import type { Store } from '../ui/store.ts'
import {
  type Conversation,
  isBusy,
  pollFrom,
  withDelta,
  withLatest,
  withMessage,
  withNewer,
  withStatus,
} from './conversation.ts'

export const PAGE = 60
const POLL_MS = 2000
const IDLE_POLL_MS = 10_000

/** How updates arrive: by the stream, by polling, currently not at all, or never again. */
export type ConnectionState = 'live' | 'polling' | 'offline' | 'gone'

export interface FollowOptions {
  readonly client: Client
  readonly sessionId: string
  readonly store: Store<Conversation>
  readonly signal: AbortSignal
  readonly onConnectionState: (state: ConnectionState) => void
}

/** Rejects with the error of the first page; later errors are reported through `onConnectionState`. */
export async function followSession(options: FollowOptions): Promise<void> {
  const { client, sessionId, store, signal, onConnectionState } = options
  const page = await client.listPlaygroundMessages({ sessionId, latest: true, limit: PAGE }, { signal })
  store.set((state) => withLatest(state, page))
  const polling = startPolling(options)
  // Pieces arrive faster than the screen is rendered.
  const apply = batched(store, signal)
  try {
    await watchEvents((options) => client.watchPlaygroundSession({ sessionId }, options), {
      signal,
      onConnection: (isUp) => {
        if (!isUp) polling.listen(false)
      },
      onEvent: (event) => {
        polling.listen(true)
        const change = changeBy(event)
        if (change !== undefined) apply(change)
      },
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) onConnectionState('gone')
    else if (!signal.aborted) polling.listen(false)
  }
}

type ConversationChange = (state: Conversation) => Conversation

function changeBy({ event, data }: WatchPlaygroundSessionEvent): ConversationChange | undefined {
  switch (event) {
    case 'message':
      return (state) => withMessage(state, data)
    case 'status':
      return (state) => withStatus(state, data.sessionStatus)
    case 'delta':
      return (state) => withDelta(state, data)
    default:
      // A newer service may send events that this page does not know.
      return undefined
  }
}

/** Applies changes in batches, once per frame; a hidden page has no frames, so there is also a timer. */
function batched(store: Store<Conversation>, signal: AbortSignal): (change: ConversationChange) => void {
  let waiting: ConversationChange[] = []
  let isPlanned = false
  const apply = () => {
    isPlanned = false
    const changes = waiting
    waiting = []
    if (!signal.aborted && changes.length > 0)
      store.set((state) => changes.reduce((next, change) => change(next), state))
  }
  return (change) => {
    waiting.push(change)
    if (isPlanned) return
    isPlanned = true
    if (document.visibilityState === 'visible') requestAnimationFrame(apply)
    else setTimeout(apply, 50)
  }
}

/** Polls for pages while there is no stream. */
function startPolling({ client, sessionId, store, signal, onConnectionState }: FollowOptions): {
  listen: (isStreaming: boolean) => void
} {
  let isStreaming = false
  let timer = setTimeout(poll, POLL_MS * 2)
  signal.addEventListener('abort', () => clearTimeout(timer))
  async function poll() {
    if (signal.aborted || isStreaming) return
    try {
      const since = String(pollFrom(store.get()))
      const page = await client.listPlaygroundMessages({ sessionId, since, limit: 500 }, { signal })
      if (signal.aborted || isStreaming) return
      store.set((state) => withNewer(state, page))
      onConnectionState('polling')
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onConnectionState('gone')
      if (!signal.aborted) onConnectionState('offline')
    }
    timer = setTimeout(poll, isBusy(store.get()) ? POLL_MS : IDLE_POLL_MS)
  }
  return {
    listen(now) {
      if (now === isStreaming) return
      isStreaming = now
      clearTimeout(timer)
      if (now) onConnectionState('live')
      else if (!signal.aborted) timer = setTimeout(poll, POLL_MS)
    },
  }
}
