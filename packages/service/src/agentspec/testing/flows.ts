/** Test flows in the simple form, and a client for the Agent Spec endpoints. */
import type { Role } from '@millrace/model'
import { vi } from 'vitest'
import type { TestService } from '../../testing/test-service.ts'

type Json = Record<string, unknown>

export const text = (title: string, more: Json = {}): Json => ({ title, type: 'string', ...more })

/** start -> nodes -> end, with implicit data flow by name. */
export function chain(nodes: readonly Json[], ins: readonly Json[], outs: readonly Json[]): Json {
  const all = [
    { component_type: 'start_node', name: 'start', outputs: ins },
    ...nodes,
    { component_type: 'end_node', name: 'end', inputs: outs },
  ] as Json[]
  return {
    component_type: 'flow',
    name: 'Test flow',
    start_node: 'start',
    nodes: all,
    control_flow_connections: all.slice(1).map((node, at) => ({
      name: `edge_${at}`,
      from_node: all[at]?.name,
      to_node: node.name,
    })),
    data_flow_connections: null,
  }
}

export const echo = (script?: unknown): Json => ({
  name: 'echo',
  provider: 'echo',
  model_id: 'echo',
  ...(script === undefined ? {} : { script }),
})

export const llm = (name: string, prompt: string, output: string, more: Json = {}): Json => ({
  component_type: 'llm_node',
  name,
  prompt_template: prompt,
  llm_config: echo(),
  outputs: [text(output)],
  ...more,
})

export const asks = (name: string, message: string, output: string): Json => ({
  component_type: 'input_message_node',
  name,
  message,
  outputs: [text(output)],
})

export const tool = (name: string, of: string | Json, ins: readonly Json[], outs: readonly Json[]): Json => ({
  component_type: 'tool_node',
  name,
  tool: of,
  inputs: ins,
  outputs: outs,
})

export interface Called {
  readonly status: number
  readonly body: Json
}

export function clientOf(service: TestService, role: Role = 'admin') {
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: unknown): Promise<Called> {
    const answer = await service.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...service.as(role), ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? {} : (answer.json() as Json) }
  }
  /** The status once it satisfies the condition. */
  function until(id: string, isThere: (record: Json) => boolean): Promise<Json> {
    return untilAt(`/agentspec/executions/${id}`, isThere)
  }
  async function untilAt(path: string, isThere: (record: Json) => boolean): Promise<Json> {
    const look = async () => {
      const { body } = await call('GET', path)
      return isThere(body) && body
    }
    return vi.waitUntil(look, { timeout: 60_000, interval: 10 })
  }
  return {
    call,
    until,
    untilAt,
    over: (id: string) => until(id, ({ status }) => status !== 'running'),
    waiting: (id: string) => until(id, (record) => record.waiting_for !== undefined),
    async start(flow: unknown, inputs: Json = {}, more: Json = {}): Promise<string> {
      const { status, body } = await call('POST', '/agentspec/flows/execute', { flow, inputs, ...more })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return String(body.execution_id)
    },
    results: (id: string) => call('GET', `/agentspec/executions/${id}/results`),
    answer: (id: unknown, value: unknown) => call('POST', `/interrupts/${id}`, { value }),
  }
}
