/** A call of a webhook: which node it is for, whether the caller may, and the execution that comes of it. */
import { outputsOf } from '@millrace/engine'
import { Problem } from '@millrace/model'
import type { StoredTrigger, TriggerStore } from '@millrace/store'
import { NOBODY } from '../../auth/caller.ts'
import type { Feeds } from '../../running/feeds.ts'
import { stableId } from '../../running/stable-id.ts'
import type { Executions } from '../executions/executions.ts'
import type { Sealer } from '../workflows/sealer.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { bodyValue, openHeaders, parametersIn } from './call-values.ts'
import { type Headers, hasSignature, hasToken } from './credential.ts'

export interface HooksNeeds {
  readonly triggers: TriggerStore
  readonly workflows: Pick<Workflows, 'get'>
  readonly sealer: Pick<Sealer, 'open'>
  readonly executions: Pick<Executions, 'start' | 'known'>
  readonly feeds: Pick<Feeds, 'follow'>
  /** How long a caller that wants the outputs is kept waiting. */
  readonly waitMs?: number
}

export interface HookCall {
  readonly path: string
  readonly method: string
  readonly headers: Headers
  readonly search: string
  readonly readBody: () => Promise<Buffer>
  readonly gone: () => AbortSignal
}

export interface HookAnswer {
  readonly execution_id: string
  /** Only of one that was waited for and is over. */
  readonly status?: string
  readonly outputs?: Record<string, unknown>
}

export type Hooks = ReturnType<typeof createHooks>

const WAIT_MS = 30_000
const MAX_KEY_LENGTH = 255

export function createHooks(needs: HooksNeeds) {
  const { triggers, workflows, sealer, executions, feeds, waitMs = WAIT_MS } = needs

  async function hookFor({ path, method }: HookCall): Promise<StoredTrigger> {
    const hooks = await triggers.webhooks(path.replace(/\/+$/, ''))
    if (hooks.length === 0) throw new Problem('NOT_FOUND', { message: 'There is no webhook at this path.' })
    // A HEAD must change nothing, so it starts nothing, not even at a hook that takes any method.
    const own = hooks.find((hook) => hook.method === method)
    const open = method === 'HEAD' ? undefined : hooks.find((hook) => hook.method === 'ANY')
    const found = own ?? open
    if (found === undefined) throw new Problem('METHOD_NOT_ALLOWED', { allow: [...methodsOf(hooks)].sort() })
    return found
  }

  /** The body of a caller that may call. A secret in a header is checked before anything is read. */
  async function trustedBody({ workflowId, nodeId, settings }: StoredTrigger, call: HookCall): Promise<Buffer> {
    if (settings.auth === 'none') return call.readBody()
    const stored = await workflows.get(workflowId)
    const secret = sealer.open(stored, stored.id)[nodeId]?.['/secret'] ?? ''
    // Without a secret to compare with nobody knows it.
    const mayPass = secret !== '' && (settings.auth === 'hmac' || hasToken(call.headers, secret))
    const body = mayPass ? await call.readBody() : undefined
    const isGood = body !== undefined && (settings.auth !== 'hmac' || hasSignature(call.headers, secret, body))
    if (!isGood) throw new Problem('UNAUTHORIZED')
    return body
  }

  async function started(hook: StoredTrigger, call: HookCall, body: unknown): Promise<string> {
    const { workflowId, nodeId, path } = hook
    const { method, headers, search } = call
    const key = keyOf(headers)
    const inputs = { body, headers: openHeaders(headers), query: parametersIn(search), method }
    try {
      const { id } = await executions.start(workflowId, {
        ...(key === undefined ? {} : { id: stableId('webhook', workflowId, nodeId, key) }),
        inputs: { [nodeId]: inputs },
        by: { ...NOBODY, name: `Webhook ${path}` },
        trigger: nodeId,
        about: { trigger: { kind: 'webhook', node: nodeId } },
      })
      return id
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') throw error
      // What is wrong with the workflow is nothing for whoever is calling it.
      throw new Problem('VALIDATION_ERROR', { message: 'The workflow of this webhook cannot run as it is saved.' })
    }
  }

  /** The end of an execution; only its id when that takes too long or nobody waits any more. */
  async function finished(id: string, gone: AbortSignal): Promise<HookAnswer> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(waitMs)])
    // It ends by itself when the execution does.
    for await (const _ of feeds.follow(id, { after: 0, signal, load: () => executions.known(id) }));
    const { state } = await executions.known(id)
    if (state.finishedAt === undefined) return { execution_id: id }
    return { execution_id: id, status: state.status, outputs: outputsOf(state) }
  }

  return {
    /** Starts what a call is for. */
    async call(call: HookCall): Promise<HookAnswer> {
      const hook = await hookFor(call)
      const type = call.headers['content-type']
      const body = bodyValue(await trustedBody(hook, call), typeof type === 'string' ? type : '')
      const id = await started(hook, call, body)
      return hook.settings.respond === 'finished' ? finished(id, call.gone()) : { execution_id: id }
    },
  }
}

const ANY_METHOD = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']

function methodsOf(hooks: readonly StoredTrigger[]): Set<string> {
  return new Set(hooks.flatMap(({ method }) => (method === 'ANY' ? ANY_METHOD : [method])))
}

/** What a sender names a call by, so that sending it again starts nothing new. */
function keyOf(headers: Headers): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH) return key
  throw new Problem('VALIDATION_ERROR', { status: 400, message: 'The Idempotency-Key is too long.' })
}
