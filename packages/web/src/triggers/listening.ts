/** Listening for a call to the test address of a webhook. One listener per editor; it survives a change of the selection. */
import type { ListenForCall } from '@millrace/client'
import { configOf, WEBHOOK_AUTHS } from '@millrace/model'
import type { EditorSession } from '../editor/session.ts'
import { createStore, type Store } from '../ui/store.ts'
import { isTooLarge } from './test-call.ts'
import { webhookSettings } from './webhook-address.ts'

export interface ListenState {
  /** The node that the editor listens for. */
  readonly node: string | undefined
}

export interface Listener {
  readonly store: Store<ListenState>
  readonly start: (node: string) => Promise<void>
  readonly stop: () => void
}

/** Requests of one listener, 45 seconds each: it stops after a quarter of an hour. */
const MAX_REQUESTS = 20

const listeners = new WeakMap<EditorSession, Listener>()

export function listenerOf(session: EditorSession): Listener {
  const known = listeners.get(session)
  if (known !== undefined) return known
  const made = createListener(session)
  listeners.set(session, made)
  return made
}

function createListener(session: EditorSession): Listener {
  const store = createStore<ListenState>({ node: undefined })
  let end: AbortController | undefined
  const stop = () => {
    end?.abort()
    end = undefined
    store.set({ node: undefined })
  }
  return {
    store,
    stop,
    async start(node) {
      stop()
      const own = new AbortController()
      end = own
      store.set({ node })
      try {
        await listenFor(session, node, own.signal)
      } catch (error) {
        if (!own.signal.aborted) session.report(error, 'executeWorkflow')
      } finally {
        if (end === own) stop()
      }
    },
  }
}

async function listenFor(session: EditorSession, node: string, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < MAX_REQUESTS && !signal.aborted; count++) {
    const body = requestFor(session, node)
    if (body === undefined) return
    const { call } = await session.client.listenForCall({ body }, { signal })
    if (call === undefined || signal.aborted) continue
    const { captured, capturedLarge } = session.text().runs
    if (isTooLarge(call)) {
      session.toast({ tone: 'error', text: capturedLarge })
      return
    }
    session.transact('pin', (tx) => tx.pin({ node, outputs: { ...call } }))
    session.toast({ text: captured })
    return
  }
}

/** The settings on the canvas, saved or not. */
function requestFor(session: EditorSession, node: string): ListenForCall | undefined {
  const { history, origin } = session.store.get()
  const found = history.document.nodes.find(({ id }) => id === node)
  const config = found === undefined ? {} : configOf(found)
  const settings = webhookSettings(config)
  if (settings === undefined) return undefined
  const { credential, secret } = config
  return {
    ...(origin === undefined ? {} : { workflow_id: origin.id }),
    node_id: node,
    path: settings.path,
    method: METHODS.find((one) => one === settings.method) ?? 'POST',
    auth: WEBHOOK_AUTHS.find((one) => one === settings.auth) ?? 'none',
    ...(typeof credential === 'string' && credential !== '' ? { credential } : {}),
    ...(typeof secret === 'string' && secret !== '' ? { secret } : {}),
  }
}

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY'] as const
