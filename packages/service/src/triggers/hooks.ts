/** A webhook call: finds its node, authenticates the caller and starts the execution. */
import { type ExecutionState, keptOutputsOf } from '@millrace/engine'
import { Problem, TransientMap } from '@millrace/model'
import type { Store, StoredTrigger } from '@millrace/store'
import type { Executions } from '../executions/executions.ts'
import type { Completions, Ending } from '../executions/streams/completions.ts'
import type { TextAnswer } from '../http/reply.ts'
import { ANONYMOUS } from '../platform/caller.ts'
import type { Clock, Ids } from '../platform/ports.ts'
import { stableId } from '../platform/stable-id.ts'
import { traceFacts, traceLinkFacts } from '../platform/trace-context.ts'
import type { Sealer } from '../workflows/sealer.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { bodyValue, openHeaders } from './call-values.ts'
import { createFindHook } from './find-hook.ts'
import { ownResponse } from './own-response.ts'
import { parametersIn } from './parameters.ts'
import { slackChallenge } from './slack-challenge.ts'
import { trustedBody } from './trusted-body.ts'
import type { Headers } from './webhook-schemes.ts'
import type { CredentialSecret } from './webhook-secret.ts'

export interface HooksNeeds {
  readonly store: Pick<Store, 'triggers' | 'writeStamp'>
  readonly workflows: Pick<Workflows, 'runnable'>
  readonly sealer: Pick<Sealer, 'openOrNone'>
  readonly credentialSecret: CredentialSecret
  readonly executions: Pick<Executions, 'start' | 'known'>
  readonly completions: Pick<Completions, 'wait'>
  readonly ids: Ids
  readonly clock: Clock
  /** Limit of the request body, in bytes. */
  readonly maxBodyBytes: number
  /** Aborted when the service stops, which ends the waits of callers with a reply. */
  readonly released?: AbortSignal
  /** How long a caller waits for the outputs. */
  readonly waitMs?: number
}

export interface HookCall {
  readonly path: string
  readonly method: string
  readonly headers: Headers
  readonly search: string
  readonly readBody: (maxBytes: number) => Promise<Buffer>
  readonly gone: () => AbortSignal
}

export interface HookAnswer {
  readonly execution_id: string
  /** Only if the caller waited and the execution has ended. */
  readonly status?: string
  readonly outputs?: Readonly<Record<string, unknown>>
}

/** A response that is sent as it is. */
export interface OwnAnswer {
  readonly response: TextAnswer
  /** Absent if the call started nothing. */
  readonly execution_id?: string
}

export type Hooks = ReturnType<typeof createHooks>

const WAIT_MS = 30_000
const MAX_KEY_LENGTH = 255

export function createHooks(needs: HooksNeeds) {
  const { store, executions, completions, ids, maxBodyBytes, waitMs = WAIT_MS } = needs
  const hookFor = createFindHook(store)
  /** One listener for all of them: `AbortSignal.any` with the signal of the service would keep every call in memory. */
  const waiting = new TransientMap<Ending>()
  let waits = 0
  needs.released?.addEventListener('abort', () => {
    for (const { stop } of waiting.values()) stop()
  })

  async function start(hook: StoredTrigger, call: HookCall, { id, isNew, body }: Start): Promise<void> {
    const { workflowId, nodeId, path } = hook
    const { method, headers, search } = call
    const inputs = { body, headers: openHeaders(headers), query: parametersIn(search), method }
    try {
      await executions.start(workflowId, {
        id,
        isNew,
        version: 'published',
        inputs: { [nodeId]: inputs },
        by: { ...ANONYMOUS, name: `Webhook ${path}`, trace: traceOfCall(hook, call) },
        trigger: nodeId,
        about: { trigger: { kind: 'webhook', node: nodeId } },
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') throw error
      // Hide the problems of the workflow from the caller.
      throw new Problem('VALIDATION_ERROR', { message: 'The workflow of this webhook cannot run as it is saved.' })
    }
  }

  /** The outputs of an execution; only its id after the wait or when the caller disconnected. */
  async function finished({ id, isNew }: Start, ending: Ending, call: HookCall): Promise<HookAnswer> {
    const before = isNew ? undefined : (await executions.known(id)).state
    if (before?.finishedAt !== undefined) return answerOf(id, before)
    const gone = call.gone()
    if (gone.aborted) return answerOf(id, undefined)
    if (needs.released?.aborted) return answerOf(id, undefined)
    const timer = setTimeout(ending.stop, waitMs)
    gone.addEventListener('abort', ending.stop, { once: true })
    const wait = `${id} ${waits++}`
    waiting.set(wait, ending)
    try {
      return answerOf(id, await ending.state)
    } finally {
      clearTimeout(timer)
      waiting.delete(wait)
    }
  }

  return {
    /** Starts the execution of a call. */
    async call(call: HookCall): Promise<HookAnswer | OwnAnswer> {
      // Check the length before any database access or decryption: the caller is not authenticated yet.
      if (Number(call.headers['content-length'] ?? 0) > maxBodyBytes) await call.readBody(maxBodyBytes)
      const found = hookFor(call.path, call.method)
      const hook = found instanceof Promise ? await found : found
      const type = call.headers['content-type']
      const isOpen = (hook.settings.auth ?? 'none') === 'none'
      const bytes = await (isOpen ? call.readBody(maxBodyBytes) : authenticatedBody(hook, call, needs))
      const body = await bodyValue(bytes, typeof type === 'string' ? type : '')
      const challenge = hook.settings.auth === 'slack' ? slackChallenge(body) : undefined
      if (challenge !== undefined) return { response: challenge }
      const key = keyOf(call.headers, hook.settings.auth)
      const id = key === undefined ? ids.uuid() : stableId('webhook', hook.workflowId, hook.nodeId, key)
      const asked = { id, isNew: key === undefined, body }
      // Subscribe before the execution exists, so that its end cannot be missed.
      const { respond } = hook.settings
      const ending = respond === 'finished' || respond === 'output' ? completions.wait(id) : undefined
      try {
        await start(hook, call, asked)
        if (ending === undefined) return { execution_id: id }
        // A flow of quick steps has ended when its start is durable: there is nothing to wait for.
        const { reached } = ending
        const given = reached === undefined ? await finished(asked, ending, call) : answerOf(id, reached)
        return respond === 'output' ? await withResponse(given) : given
      } finally {
        ending?.stop()
      }
    },
  }
}

type SecretNeeds = Pick<HooksNeeds, 'workflows' | 'sealer' | 'credentialSecret' | 'maxBodyBytes' | 'clock'>

async function authenticatedBody(hook: StoredTrigger, call: HookCall, needs: SecretNeeds): Promise<Buffer> {
  const { workflowId, nodeId, settings } = hook
  const { workflows, sealer, credentialSecret, maxBodyBytes, clock } = needs
  const { auth = 'none', credential } = settings
  const limits = { maxBodyBytes, nowMs: clock.now() }
  if (credential !== undefined) {
    const { secret, used } = await credentialSecret(credential, workflowId)
    const body = await trustedBody(call, { auth, secret }, limits)
    used()
    return body
  }
  const live = await workflows.runnable(workflowId, 'published')
  const secret = sealer.openOrNone(live, workflowId)[nodeId]?.['/secret'] ?? ''
  return trustedBody(call, { auth, secret }, limits)
}

interface Start {
  readonly id: string
  /** A new random id: this execution cannot exist yet. */
  readonly isNew: boolean
  readonly body: unknown
}

function answerOf(id: string, state: ExecutionState | undefined): HookAnswer {
  if (state === undefined) return { execution_id: id }
  return { execution_id: id, status: state.status, outputs: keptOutputsOf(state) }
}

/** With the response of the workflow, if the execution has ended. */
async function withResponse(given: HookAnswer): Promise<HookAnswer | OwnAnswer> {
  if (given.outputs === undefined) return given
  if (given.status !== 'completed') throw new Problem('UPSTREAM_FAILED', { message: 'The execution did not complete.' })
  return { execution_id: given.execution_id, response: await ownResponse(given.outputs) }
}

/** The sender's idempotency key: a repeated call starts nothing new. Standard Webhooks name theirs `webhook-id`. */
function keyOf(headers: Headers, auth: string | undefined): string | undefined {
  const key = headers['idempotency-key'] ?? (auth === 'standard' ? headers['webhook-id'] : undefined)
  if (key === undefined || key === '') return undefined
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH) return key
  throw new Problem('VALIDATION_ERROR', { status: 400, message: 'The Idempotency-Key is too long.' })
}

/** Only a webhook with a secret knows its callers. */
function traceOfCall({ settings }: StoredTrigger, { headers }: HookCall) {
  const isPublic = (settings.auth ?? 'none') === 'none'
  return isPublic ? traceLinkFacts(headers) : traceFacts(headers)
}
