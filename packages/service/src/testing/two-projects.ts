/** Two projects: `alpha` has one of everything, and the callers of `beta` must not learn of any of it. */
import type { Role } from '@millrace/model'
import { expect } from 'vitest'
import { Client, edge, node } from '../executions/testing/client.ts'

/** A word in every name and text of `alpha`. */
export const MARK = 'zebra'

export interface TwoProjects extends AsyncDisposable {
  readonly client: Client
  /** What is in `alpha`, by kind. */
  readonly alpha: Readonly<
    Record<'workflow' | 'machineName' | 'execution' | 'interrupt' | 'session' | 'message' | 'credential', string>
  >
  /** A caller with a role in one project only. */
  member(project: string, role?: Role): Promise<Caller>
}

export interface Caller {
  readonly headers: { readonly authorization: string }
  call<T = Record<string, unknown>>(method: Method, path: string, body?: unknown): Promise<Answer<T>>
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly text: string
  readonly data: T
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Asks a person, and is a webhook and a tool. */
const asking = {
  name: `${MARK} flow`,
  description: `${MARK} description`,
  tags: [`${MARK}-tag`],
  nodes: [
    node('chat', 'chat_input'),
    node('hook', 'webhook_trigger', { path: `${MARK}/hook`, method: 'POST', auth: 'none' }),
    node('ask', 'confirmation', { message: `${MARK} question?` }),
  ],
  edges: [edge('chat:message', 'ask:trigger')],
  config: { tool: { name: `${MARK}_tool`, description: `${MARK} tool` } },
}

export async function twoProjects(...flags: string[]): Promise<TwoProjects> {
  const client = await Client.open(...flags)
  const call = <T>(method: Method, path: string, body?: unknown) => client.call<T>(method, path, body, 'admin')
  for (const name of ['Alpha', 'Beta']) expect((await call('POST', '/projects', { name })).status).toBe(201)
  const saved = await call<{ id: string; machineName: string }>('POST', '/workflows?project=alpha', asking)
  expect(saved.status).toBe(201)
  const { id: workflow, machineName } = saved.data
  const credential = await call<{ id: string }>('POST', '/credentials?project=alpha', {
    name: `${MARK}_key`,
    type: 'bearer',
    hosts: ['api.example'],
    values: { token: `${MARK}-token` },
  })
  const execution = (await call<{ execution_id: string }>('POST', `/workflows/${workflow}/execute`, {})).data
  const session = await call<{ id: string }>('POST', `/workflows/${workflow}/playground/sessions`, { name: MARK })
  const message = await call<{ id: string }>('POST', `/playground/sessions/${session.data.id}/messages`, {
    content: `${MARK} message`,
  })
  const open = () => call<{ id: string }[]>('GET', `/pipelines/${execution.execution_id}/interrupts?status=pending`)
  await client.until(async () => (await open()).data.length === 1)
  await call('POST', `/workflows/${workflow}/chat/messages`, { message: `${MARK} chat`, workflowState: null })
  return {
    client,
    alpha: {
      ...{ workflow, machineName, execution: execution.execution_id, session: session.data.id },
      message: message.data.id,
      interrupt: (await open()).data[0]?.id ?? '',
      credential: credential.data.id,
    },
    async member(project, role = 'admin') {
      const token = { name: `member of ${project}`, role, createdBy: 'the test', expiresAt: null, project }
      const { secret } = await client.service.services.auth.tokens.create(token)
      const headers = { authorization: `Bearer ${secret}` }
      return {
        headers,
        async call(method, path, body) {
          const payload = body === undefined ? {} : { payload: body as object }
          const url = path.startsWith('/mcp') || path.startsWith('/api') ? path : `/api/v1${path}`
          const answer = await client.service.app.inject({ method, url, headers, ...payload })
          const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== ''
          return { status: answer.statusCode, text: answer.body, data: isJson ? answer.json()?.data : undefined }
        },
      }
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}
