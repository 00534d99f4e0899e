/**
 * Runs flows on a compatible remote runtime. Every request is forwarded; an execution that the runtime loses is
 * reported as failed, and streams are derived from its status, because it may not offer any.
 */

import {
  type AgentSpecAgent,
  type AgentSpecExecution,
  type AgentSpecTool,
  isFlowOver,
  isObject,
  Problem,
  printInSlices,
} from '@millrace/model'
import { isLoopback } from '../../platform/hosts.ts'
import type { Log } from '../../platform/ports.ts'
import type { Workers } from '../../platform/workers/workers.ts'
import { deadlineFor, isLarge } from '../large-documents.ts'
import type { FlowRuntime } from '../runtime-port.ts'
import { followByPolling } from './follow-by-polling.ts'
import { away, errorsIn, type RemoteAnswer, type RemoteSettings, remoteClient } from './remote-client.ts'
import { executionIn, resultsIn, statusIn } from './remote-mapping.ts'
import { type SentFlow, sentFlow, type UnsendableFlow } from './sent-flow.ts'

export interface RemoteNeeds extends RemoteSettings {
  readonly dialect: 'simple' | 'official'
  readonly workers: Workers
  readonly log: Pick<Log, 'warn'>
  readonly now: () => number
  /** Polling interval for watched executions. */
  readonly pollMs?: number
}

const SUBMIT_MS = 60_000
const HEALTH_MS = 5_000
const MAX_SEEN = 10_000
const LOST = 'lost by runtime'

export function createRemoteRuntime(needs: RemoteNeeds): FlowRuntime {
  const ask = remoteClient(needs)
  const form = { dialect: needs.dialect, withSecrets: isPrivate(needs.url) }
  /** The last known records of its executions. */
  const seen = new Map<string, AgentSpecExecution>()

  const remember = (record: AgentSpecExecution) => remembered(record, seen)

  async function status(id: string, signal?: AbortSignal): Promise<AgentSpecExecution> {
    const answer = await ask({ method: 'GET', path: placeOf(id), ...(signal === undefined ? {} : { signal }) })
    if (answer.status === 200) return remember(executionIn(id, answer.body))
    const before = seen.get(id)
    if (answer.status !== 404 || before === undefined) throw refusedBy(answer, id)
    return isFlowOver(before.status) ? before : remember(lost(before))
  }

  async function results(id: string): Promise<Readonly<Record<string, unknown>>> {
    const answer = await ask({ method: 'GET', path: `${placeOf(id)}/results` })
    const found = answer.status === 200 ? resultsIn(answer.body) : undefined
    if (found !== undefined) return found
    if (answer.status !== 200 && answer.status !== 404) throw refusedBy(answer, id)
    const { status: now } = await status(id)
    throw new Problem('NOT_FOUND', { message: `There are no results: the execution is ${now}.` })
  }

  /** The flow of a document as text; a large one is converted in a worker thread. */
  async function sent(document: unknown, caller: string): Promise<SentFlow | UnsendableFlow> {
    if (!isLarge(document)) return sentFlow(document, form)
    const text = await printInSlices(document)
    return needs.workers.run('send-flow', { document: text, form }, { deadlineMs: deadlineFor(text), caller })
  }

  /** A list, or an object that contains it. */
  async function list(path: string, key: string): Promise<Record<string, unknown>[]> {
    const { body } = await ask({ method: 'GET', path })
    const found = Array.isArray(body) ? body : isObject(body) ? body[key] : undefined
    if (!Array.isArray(found)) throw away(`did not return a list of ${key}`)
    return found.filter(isObject)
  }

  return {
    async execute({ document, inputs, by }) {
      const made = await sent(document, by.id)
      if (made.errors !== undefined) throw invalid(made.errors)
      const { flow, nodes } = made
      const text = `{"flow":${flow},"inputs":${await printInSlices(inputs ?? {})}}`
      const answer = await ask({ method: 'POST', path: '/flows/execute', text, timeoutMs: SUBMIT_MS })
      if (answer.status >= 400) throw invalid(errorsIn(answer.body))
      const id = isObject(answer.body) ? (answer.body.execution_id ?? answer.body.id) : undefined
      if (typeof id !== 'string' || id === '') throw away('accepted the flow but returned no id')
      remember(executionIn(id, { status: 'running', node_statuses: idle(nodes) }))
      return { id, status: statusIn(answer.body) }
    },
    status: (id) => status(id),
    async cancel(id) {
      const { status: now } = await status(id)
      if (isFlowOver(now)) throw over(now)
      const answer = await ask({ method: 'POST', path: `${placeOf(id)}/cancel` })
      if (answer.status === 409) throw over((await status(id)).status)
      if (answer.status >= 400) throw refusedBy(answer, id)
    },
    results,
    follow: (id, signal) => followByPolling(id, signal, { ...needs, status, results }),
    async problemsIn(document, caller) {
      const made = await sent(document, caller)
      if (made.errors !== undefined) return made.errors
      const answer = await ask({ method: 'POST', path: '/flows/validate', text: made.flow, timeoutMs: SUBMIT_MS })
      // The runtime may not support validation; then only our own checks apply.
      if (answer.status === 404 || answer.status === 405) return []
      const isValid = answer.status < 400 && isObject(answer.body) && answer.body.valid !== false
      const told = isValid ? [] : errorsIn(answer.body)
      return isValid ? [] : [...new Set(told.length > 0 ? told : ['The runtime rejected the flow'])]
    },
    agents: async () => (await list('/agents', 'agents')).map(itemOf),
    tools: async () =>
      (await list('/tools', 'tools')).map(
        (one): AgentSpecTool => ({
          ...itemOf(one),
          component_type: typeof one.component_type === 'string' ? one.component_type : 'server_tool',
        }),
      ),
    async health() {
      const { body, status: code } = await ask({ method: 'GET', path: '/health', timeoutMs: HEALTH_MS })
      if (code >= 400 || !isObject(body)) throw away('is unhealthy')
      return { runtime: String(body.runtime ?? body.service ?? 'remote'), version: String(body.version ?? '') }
    },
  }
}

/** Stores a record and drops the oldest above the limit. */
function remembered(record: AgentSpecExecution, seen: Map<string, AgentSpecExecution>): AgentSpecExecution {
  seen.delete(record.id)
  seen.set(record.id, record)
  for (const oldest of seen.keys()) {
    if (seen.size <= MAX_SEEN) break
    seen.delete(oldest)
  }
  return record
}

/** True if the connection is encrypted or local. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

function placeOf(id: string): string {
  return `/executions/${encodeURIComponent(id)}`
}

function idle(nodes: readonly string[]): Record<string, { readonly status: string }> {
  return Object.fromEntries(nodes.map((name) => [name, { status: 'idle' }]))
}

function lost(before: AgentSpecExecution): AgentSpecExecution {
  const nodes = Object.fromEntries(
    Object.entries(before.nodes).map(([name, node]) => {
      const status =
        node.status === 'running'
          ? 'failed'
          : node.status === 'idle' || node.status === 'pending'
            ? 'skipped'
            : node.status
      return [name, { ...node, status, state: status }]
    }),
  )
  return {
    ...before,
    status: 'failed',
    execution_status: 'failed',
    node_statuses: nodes,
    nodes,
    error: LOST,
    message: LOST,
  }
}

function itemOf(one: Record<string, unknown>): AgentSpecAgent {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
  return {
    name: String(one.name ?? ''),
    description: typeof one.description === 'string' ? one.description : '',
    inputs: list(one.inputs),
    outputs: list(one.outputs),
  }
}

function invalid(errors: readonly string[]): Problem {
  const list = errors.length > 0 ? errors : ['the runtime rejected it']
  return new Problem('VALIDATION_ERROR', {
    message: `The flow is invalid: ${list[0]}.`,
    details: list.slice(0, 100).map((message) => ({ code: 'INVALID_FLOW', message, path: '/flow' })),
  })
}

function over(status: string): Problem {
  return new Problem('EXECUTION_OVER', { message: `The execution is ${status}.` })
}

function refusedBy({ status }: RemoteAnswer, id: string): Problem {
  if (status === 404) return new Problem('NOT_FOUND', { message: `The Agent Spec execution "${id}" does not exist.` })
  return away(`returned HTTP status ${status}`)
}
