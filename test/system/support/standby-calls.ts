/** Calls to two services on one database: the API with a token, and a workflow whose only step calls a recorder once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { poll } from './crash-service.ts'

export const ANSWER_MS = 60_000

export function paying(origin: string) {
  const data = { label: 'pay', config: { method: 'POST', url: `${origin}/work?n=1` } }
  const node = { id: 'pay', type: 'universalNode', position: { x: 0, y: 0 } }
  return {
    name: 'paying',
    nodes: [{ ...node, data: { ...data, metadata: { node_type_id: 'http_request' } } }],
    edges: [],
  }
}

export function tokenIn(dataDir: string): string {
  return readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
}

/** Calls the API at an address with a token. */
export function caller(origin: string, token: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}

export type Call = ReturnType<typeof caller>

/** The execution once it is over. */
export async function endOf(call: Call, id: string): Promise<{ status: string; error_code?: string }> {
  const over = await poll(async () => {
    const { body } = await call('GET', `/pipelines/${id}`)
    return ['completed', 'failed', 'cancelled'].includes(body.status) ? body : undefined
  }, ANSWER_MS)
  return over ?? { status: 'not over' }
}
