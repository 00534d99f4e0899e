import type { NewWorkflow, ValidationResult, Workflow, WorkflowChange } from '@millrace/model'
import type { Client } from './client.ts'
import { wholePage } from './pages.ts'

export interface WorkflowQuery {
  readonly search?: string
  readonly tags?: string
  readonly limit?: number
  readonly offset?: number
  readonly sort?: 'created_at' | 'updated_at' | 'name'
  readonly order?: 'asc' | 'desc'
}

/** The editor has the catalogue, so nodes need no copies of their types: large workflows stay small enough to be saved. */
const LEAN = { types: 'referenced' } as const

const at = (id: string) => `/workflows/${encodeURIComponent(id)}`

export const listWorkflows = async (client: Client, query: WorkflowQuery = {}): Promise<readonly Workflow[]> =>
  (await wholePage<Workflow>(client, '/workflows', { query: { ...query, ...LEAN } })).items

export const getWorkflow = (client: Client, id: string): Promise<Workflow> => client.data(at(id), { query: LEAN })

/** The reply to a save. */
export interface SaveReply {
  readonly data: Workflow
  /** What was saved and will not work; absent from services that do not check it. */
  readonly warnings?: readonly string[]
}

export const createWorkflow = async (client: Client, body: NewWorkflow): Promise<Workflow> =>
  (await saveNewWorkflow(client, body)).data

export const saveNewWorkflow = (client: Client, body: NewWorkflow): Promise<SaveReply> =>
  client.json('/workflows', { method: 'POST', query: LEAN, body })

/** With a `revision` a save that would overwrite somebody else's is refused with `STALE_VERSION`. */
export const saveWorkflow = (client: Client, id: string, body: WorkflowChange): Promise<SaveReply> =>
  client.json(at(id), { method: 'PUT', query: LEAN, body })

export const deleteWorkflow = (client: Client, id: string): Promise<unknown> =>
  client.json(at(id), { method: 'DELETE' })

export const importWorkflow = (client: Client, body: unknown): Promise<Workflow> =>
  client.data('/workflows/import', { method: 'POST', query: LEAN, body })

export const validateWorkflow = (client: Client, body: unknown, signal?: AbortSignal): Promise<ValidationResult> =>
  client.data('/workflows/validate', { method: 'POST', body, ...(signal === undefined ? {} : { signal }) })

export interface Started {
  readonly execution_id: string
  readonly status: string
  readonly started_at: string
}

export interface LaunchOptions {
  readonly timeout?: number
  readonly maxSteps?: number
}

export const executeWorkflow = (
  client: Client,
  id: string,
  body: { inputs?: Record<string, unknown>; options?: LaunchOptions } = {},
): Promise<Started> => client.data(`${at(id)}/execute`, { method: 'POST', body })
