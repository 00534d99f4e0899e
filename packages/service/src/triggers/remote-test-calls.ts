/**
 * Passes test calls to the process of a cluster in which an editor listens. The process that received a call asks the
 * others for the listener first. The call itself is too long for a message, so it is sealed and stored until it is read.
 */
import { type ErrorCode, isObject, Problem } from '@millrace/model'
import type { Bus, KeyValueStore } from '@millrace/store'
import type { Ids } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { HookCall } from './hooks.ts'

export interface RemoteTestCallsNeeds {
  readonly bus: Bus
  readonly store: KeyValueStore
  readonly vault: Vault
  readonly ids: Ids
}

/** The listeners of this process. */
export interface LocalTestCalls {
  has(path: string): boolean
  call(call: HookCall): Promise<unknown>
}

/** Longer than the namespaces that nodes may use. */
export const TEST_CALLS = 'millrace test calls'.padEnd(101, '.')
const MAX_PATH = 1_000
/** How long a process may take to answer that it has the listener. */
const FIND_MS = 500
/** How long it may take to read and check a call. */
const CALL_MS = 10_000

interface Message {
  readonly id: string
  /** find: who listens at `path`? here: I do. call: the call is stored. reply: it was accepted, or `problem`. */
  readonly kind: 'find' | 'here' | 'call' | 'reply'
  readonly path?: string
  readonly problem?: { readonly code: ErrorCode; readonly message: string; readonly allow: readonly string[] }
}

export type ForwardTestCall = (call: HookCall, maxBodyBytes: number) => Promise<boolean>

/** Returns a function that passes a call on; false if no process has a listener. */
export function connectTestCalls(needs: RemoteTestCallsNeeds, local: () => LocalTestCalls): ForwardTestCall {
  const { bus, store, vault, ids } = needs
  const waiting = new Map<string, (message: Message) => void>()
  const publish = (testCall: Message) => bus.publish('changes', JSON.stringify({ testCall }))

  /** The next answer to a message; undefined if none came in time. */
  function answerTo(message: Message, ms: number): Promise<Message | undefined> {
    const { promise, resolve } = Promise.withResolvers<Message | undefined>()
    const timer = setTimeout(() => resolve(undefined), ms)
    waiting.set(message.id, resolve)
    publish(message)
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(message.id)
    })
  }

  async function handle(id: string): Promise<void> {
    const sealed = await store.get(TEST_CALLS, id)
    if (typeof sealed !== 'string') return
    try {
      await local().call(callIn(vault.open(Buffer.from(sealed, 'base64'), id)))
      publish({ id, kind: 'reply' })
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('INTERNAL_ERROR')
      const { code, message, allow } = problem
      publish({ id, kind: 'reply', problem: { code, message: message.slice(0, MAX_PATH), allow } })
    }
  }

  bus.listen('changes', (text, isOwn) => {
    const message = isOwn ? undefined : messageIn(text)
    if (message === undefined) return
    const { id, kind, path = '' } = message
    if (kind === 'here' || kind === 'reply') waiting.get(id)?.(message)
    else if (!local().has(path)) return
    else if (kind === 'find') publish({ id, kind: 'here' })
    // Without a reply the sender reports that there is no listener.
    else void handle(id).catch(() => {})
  })

  return async (call, maxBodyBytes) => {
    const { path } = call
    const id = ids.uuid()
    if (path.length > MAX_PATH || (await answerTo({ id, kind: 'find', path }, FIND_MS)) === undefined) return false
    const body = await call.readBody(maxBodyBytes)
    const { method, headers, search } = call
    const text = JSON.stringify({ path, method, headers, search, body: body.toString('base64') })
    await store.set(TEST_CALLS, id, Buffer.from(vault.seal(text, id)).toString('base64'))
    try {
      const reply = await answerTo({ id, kind: 'call', path }, CALL_MS)
      if (reply?.problem !== undefined) throw new Problem(reply.problem.code, reply.problem)
      return reply !== undefined
    } finally {
      await store.delete(TEST_CALLS, id)
    }
  }
}

/** A call that another process has received. */
function callIn(text: string): HookCall {
  const { path, method, headers, search, body } = JSON.parse(text)
  return {
    path,
    method,
    headers,
    search,
    readBody: async () => Buffer.from(body, 'base64'),
    gone: () => new AbortController().signal,
  }
}

function messageIn(text: string): Message | undefined {
  const parsed: unknown = JSON.parse(text)
  const message = isObject(parsed) ? parsed.testCall : undefined
  return isMessage(message) ? message : undefined
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && typeof value.id === 'string' && typeof value.kind === 'string'
}
