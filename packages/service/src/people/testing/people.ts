/** People with tokens, and workflows that ask them questions. */
import type { Interrupt, Role } from '@millrace/model'
import { expect } from 'vitest'
import { type Client, type Drawing, edge, node, type Reply } from '../../executions/testing/client.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly headers: { readonly authorization: string }
  call<T = Interrupt>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply<T>>
}

/** A person with a token. */
export async function person({ service }: Client, name: string, role: Role = 'operator'): Promise<Person> {
  const token = { name, role, createdBy: 'the test', expiresAt: null }
  const { record, secret } = await service.services.auth.tokens.create(token)
  const headers = { authorization: `Bearer ${secret}` }
  return {
    id: record.id,
    name,
    headers,
    async call(method, path, body) {
      const payload = body === undefined ? {} : { payload: body as object }
      const answer = await service.app.inject({ method, url: `/api/v1${path}`, headers, ...payload })
      const json = answer.json()
      return { status: answer.statusCode, headers: answer.headers, body: json, data: json?.data }
    },
  }
}

/** The questions of an execution, once the given number are open. */
export async function asked(client: Client, execution: string, count = 1): Promise<Interrupt[]> {
  const open = async () =>
    (await client.call<Interrupt[]>('GET', `/pipelines/${execution}/interrupts?status=pending`)).data
  await client.until(async () => (await open()).length === count)
  return open()
}

/** The only open question of an execution. */
export async function theQuestion(client: Client, execution: string): Promise<Interrupt> {
  const [question] = await asked(client, execution)
  if (question === undefined) throw new Error('nothing was asked')
  return question
}

/** Saves and starts a workflow, then waits for its question. */
export async function ask(client: Client, drawing: Drawing): Promise<{ execution: string; question: Interrupt }> {
  const execution = await client.start(await client.store(drawing))
  return { execution, question: await theQuestion(client, execution) }
}

export function read(client: Client, id: string): Promise<Interrupt> {
  return client.call<Interrupt>('GET', `/interrupts/${id}`).then(({ status, data }) => {
    expect(status).toBe(200)
    return data
  })
}

/** A workflow with one asking node; each named port leads to an output, each branch to a node of the same name. */
export function asking(type: string, config: object, { ports = [], branches = [] }: Ways = {}): Drawing {
  return {
    nodes: [
      node('ask', type, { message: 'Well?', ...config }),
      ...ports.map((port) => node(port, 'output', { name: port })),
      ...branches.map((branch) => node(branch, 'text_input')),
    ],
    edges: [
      ...ports.map((port) => edge(`ask:${port}`, `${port}:value`)),
      ...branches.map((branch) => edge(`ask:${branch}`, `${branch}:trigger`)),
    ],
  }
}

interface Ways {
  readonly ports?: readonly string[]
  readonly branches?: readonly string[]
}

/** A workflow with a confirmation. */
export function confirmation(config: object = {}): Drawing {
  return asking('confirmation', config, { branches: ['confirmed', 'declined'] })
}

/** A workflow that passes a list to an asking node. */
export function fed(drawing: Drawing, port: string, value: unknown): Drawing {
  return {
    nodes: [
      ...drawing.nodes,
      node('list', 'json_input', { defaultValue: value }),
      node('any', 'delay', { seconds: 0 }),
    ],
    edges: [...drawing.edges, edge('list:value', 'any:value'), edge('any:value', `ask:${port}`)],
  }
}

/** A loop that asks for a text for every item concurrently. */
export function askingForEach(items: readonly string[]): Drawing {
  return {
    nodes: [
      node('list', 'json_input', { defaultValue: items }),
      node('any', 'delay', { seconds: 0 }),
      node('each', 'foreach', { concurrency: items.length }),
      node('ask', 'text_prompt', { message: 'Well?' }),
      node('all', 'output', { name: 'all' }),
    ],
    edges: [
      ...[edge('list:value', 'any:value'), edge('any:value', 'each:items'), edge('each:item', 'ask:message')],
      ...[edge('ask:text', 'each:loop_back'), edge('each:results', 'all:value')],
    ],
  }
}

/** A workflow that calls another one and returns its outputs. */
export function calling(workflow: string): Drawing {
  return {
    nodes: [node('call', 'sub_workflow', { workflow }), node('out', 'output', { name: 'got' })],
    edges: [edge('call:outputs', 'out:value')],
  }
}
