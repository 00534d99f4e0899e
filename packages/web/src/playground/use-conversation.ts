import type { ApiError } from '@millrace/client'
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useReport } from '../ui/report.ts'
import { createStore, type Store, useStore } from '../ui/store.ts'
import { type Conversation, EMPTY, withMessage, withOlder, withStatus } from './conversation.ts'
import { type ConnectionState, followSession, PAGE } from './follow-session.ts'

/** The body of a message. */
export type Sent = Parameters<Client['sendPlaygroundMessage']>[0]['body']

export interface ConversationHandle {
  readonly store: Store<Conversation>
  readonly conversation: Conversation
  readonly line: ConnectionState
  readonly error: ApiError | undefined
  /** Loads the page before the window. */
  readonly loadOlder: () => Promise<void>
  readonly send: (body: Sent) => Promise<void>
  readonly retry: () => void
}

/** The conversation of a session, kept up to date while mounted; each session has its own component. */
export function useConversation(client: Client, sessionId: string): ConversationHandle {
  const [store] = useState(() => createStore<Conversation>(EMPTY))
  const [line, setLine] = useState<ConnectionState>('live')
  const [error, setError] = useState<ApiError>()
  const [attempt, setAttempt] = useState(0)
  const report = useReport()
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts on retry
  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    setLine('live')
    followSession({ client, sessionId, store, signal: stop.signal, onConnectionState: setLine }).catch(
      (failure: unknown) => {
        if (stop.signal.aborted) return
        setError(asApiError(failure))
        report(failure, 'loadWorkflow', { isShown: true })
      },
    )
    return () => stop.abort()
  }, [client, sessionId, store, attempt, report])
  const loadOlder = useCallback(async () => {
    const before = store.get().messages[0]?.sequenceNumber
    if (before === undefined || !store.get().hasOlder) return
    const page = await client.listPlaygroundMessages({ sessionId, before, limit: PAGE })
    store.set((state) => withOlder(state, page))
  }, [client, sessionId, store])
  const send = useCallback(
    async (body: Sent) => {
      const message = await client.sendPlaygroundMessage({ sessionId, body })
      // The stream may already have reported the end; then its status is newer than this one.
      store.set((state) =>
        state.messages.some(({ id }) => id === message.id) ? state : withStatus(withMessage(state, message), 'running'),
      )
    },
    [client, sessionId, store],
  )
  return {
    store,
    conversation: useStore(store, (state) => state),
    line,
    error,
    loadOlder,
    send,
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  }
}
