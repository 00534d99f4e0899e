/**
 * The test address of webhooks: it accepts one call while an editor listens, and starts nothing. The listener gets the
 * call as the outputs that the webhook node would have.
 */
import { type CapturedCall, isPlaceholder, type ListenForCall, Problem, withoutTrailingSlashes } from '@millrace/model'
import type { Clock } from '../platform/ports.ts'
import type { Sealer } from '../workflows/sealer.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { bodyValue, openHeaders } from './call-values.ts'
import type { HookCall } from './hooks.ts'
import { parametersIn } from './parameters.ts'
import type { ForwardTestCall } from './remote-test-calls.ts'
import { type Demand, trustedBody } from './trusted-body.ts'
import type { CredentialSecret } from './webhook-secret.ts'

export interface TestCallsNeeds {
  readonly workflows: Pick<Workflows, 'get'>
  readonly sealer: Pick<Sealer, 'openOrNone'>
  readonly credentialSecret: CredentialSecret
  readonly clock: Clock
  /** Limit of the request body, in bytes. */
  readonly maxBodyBytes: number
  /** Aborted when the service stops. */
  readonly released: AbortSignal
  /** Passes a call to another process of a cluster; false if none has a listener. */
  readonly forward?: ForwardTestCall | undefined
  /** How long one request listens: shorter than the usual time limit of a proxy. */
  readonly waitMs?: number
  /** How long the address stays open for the next request of the same listener. */
  readonly graceMs?: number
}

interface Listener extends Demand {
  readonly by: string
  readonly method: string
  /** Ends the wait of the current request; undefined between two requests. */
  end: ((call: CapturedCall | undefined) => void) | undefined
  /** A call that arrived between two requests. */
  captured: CapturedCall | undefined
  grace: NodeJS.Timeout | undefined
}

const WAIT_MS = 45_000
const GRACE_MS = 5000
/** Listeners at a time; each may hold one call in memory. */
const MAX_LISTENERS = 50

export type TestCalls = ReturnType<typeof createTestCalls>

export function createTestCalls(needs: TestCallsNeeds) {
  const { maxBodyBytes, released, waitMs = WAIT_MS, graceMs = GRACE_MS } = needs
  const listeners = new Map<string, Listener>()

  function close(path: string, listener: Listener): void {
    clearTimeout(listener.grace)
    if (listeners.get(path) === listener) listeners.delete(path)
  }

  function opened(path: string, asked: Demand & { by: string; method: string }): Listener {
    const before = listeners.get(path)
    if (before !== undefined && (before.end !== undefined || before.by !== asked.by)) {
      throw new Problem('ALREADY_EXISTS', { message: 'Another editor is listening at this test address.' })
    }
    if (before === undefined && listeners.size >= MAX_LISTENERS) throw new Problem('RATE_LIMITED')
    clearTimeout(before?.grace)
    const listener: Listener = { ...asked, end: undefined, captured: before?.captured, grace: undefined }
    listeners.set(path, listener)
    return listener
  }

  /** The next call; undefined if none came in time. */
  function wait(path: string, listener: Listener, gone: AbortSignal): Promise<CapturedCall | undefined> {
    const over = AbortSignal.any([gone, released])
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        listener.end?.(undefined)
        listener.grace = setTimeout(() => close(path, listener), graceMs)
        listener.grace.unref()
      }, waitMs)
      const abort = () => {
        listener.end?.(undefined)
        close(path, listener)
      }
      listener.end = (call) => {
        listener.end = undefined
        clearTimeout(timer)
        over.removeEventListener('abort', abort)
        resolve(call)
      }
      over.addEventListener('abort', abort, { once: true })
      if (over.aborted) abort()
    })
  }

  return {
    async listen(asked: ListenForCall, by: string, gone: AbortSignal): Promise<CapturedCall | undefined> {
      const path = withoutTrailingSlashes(asked.path)
      const { method, auth } = asked
      const listener = opened(path, { by, method, auth, secret: await secretOf(asked, needs) })
      const call = listener.captured ?? (await wait(path, listener, gone))
      if (call !== undefined) close(path, listener)
      return call
    },

    /** Whether an editor listens in this process. */
    has: (path: string) => listeners.has(withoutTrailingSlashes(path)),

    /** Passes a call to the listener at its path. */
    async call(call: HookCall): Promise<{ readonly captured: true }> {
      if (Number(call.headers['content-length'] ?? 0) > maxBodyBytes) await call.readBody(maxBodyBytes)
      const path = withoutTrailingSlashes(call.path)
      const listener = listeners.get(path)
      if (listener === undefined && (await needs.forward?.(call, maxBodyBytes))) return { captured: true }
      if (listener === undefined || listener.captured !== undefined) throw new Problem('NOT_FOUND', { message: SILENT })
      const { method } = listener
      if (method !== call.method && method !== 'ANY') throw new Problem('METHOD_NOT_ALLOWED', { allow: [method] })
      const bytes = await trustedBody(call, listener, { maxBodyBytes, nowMs: needs.clock.now() })
      const type = call.headers['content-type']
      const body = await bodyValue(bytes, typeof type === 'string' ? type : '')
      const captured = {
        body,
        headers: openHeaders(call.headers),
        query: parametersIn(call.search),
        method: call.method,
      }
      // While the body was read, the listener may have sent its next request, left, or got another call.
      const current = listeners.get(path)
      if (current?.by !== listener.by || current.captured !== undefined) {
        throw new Problem('NOT_FOUND', { message: SILENT })
      }
      current.captured = captured
      current.end?.(captured)
      return { captured: true }
    },
  }
}

/** That of the credential, else the secret as typed, or the stored one of the same node if it was not changed. */
async function secretOf(
  { auth, credential, secret = '', workflow_id, node_id }: ListenForCall,
  { workflows, sealer, credentialSecret }: Pick<TestCallsNeeds, 'workflows' | 'sealer' | 'credentialSecret'>,
): Promise<string> {
  if (auth === 'none') return secret
  if (credential !== undefined) return (await credentialSecret(credential, workflow_id ?? '')).secret
  if (secret !== '' && !isPlaceholder(secret)) return secret
  if (workflow_id === undefined) return ''
  const stored = await workflows.get(workflow_id)
  return sealer.openOrNone(stored, stored.id)[node_id]?.['/secret'] ?? ''
}

const SILENT = 'No editor listens at this test address. Choose "Listen for a call" in the editor first.'
