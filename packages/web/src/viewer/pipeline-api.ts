/** What the service can tell of an execution and do with it. The wire calls it a pipeline. */
import type { ExecutionItem, Job, LogEntry, PipelineDetail } from '@millrace/model'
import type { Client } from '../api/client.ts'
import { wholePage } from '../api/pages.ts'
import type { Started } from '../api/workflow-api.ts'
import type { Interrupt } from '../questions/interrupt.ts'

const at = (id: string) => `/pipelines/${encodeURIComponent(id)}`
const quietly = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })

export const eventsPathOf = (id: string): string => `${at(id)}/events`

export const getPipeline = (client: Client, id: string, signal?: AbortSignal): Promise<PipelineDetail> =>
  client.json(at(id), quietly(signal))

/** Jobs that a detail lacks, because there are too many for it. */
export const getJobs = async (
  client: Client,
  id: string,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly Job[]> => {
  const options = { query: { limit: JOBS_AT_ONCE, offset }, ...quietly(signal) }
  return (await wholePage<Job>(client, `${at(id)}/jobs`, options)).items
}

/** Jobs that are loaded at a time. */
export const JOBS_AT_ONCE = 1000

export const getLogs = (client: Client, id: string, signal?: AbortSignal): Promise<LogEntry[]> =>
  client.data(`${at(id)}/logs`, quietly(signal))

/** What may be done to an execution that is there already. */
export type PipelineAct = 'cancel' | 'pause' | 'resume'

export const actOn = (client: Client, id: string, act: PipelineAct): Promise<unknown> =>
  client.json(`${at(id)}/${act}`, { method: 'POST' })

/** Starts it again with the same inputs; gives the id of the new execution. */
export async function rerunPipeline(client: Client, id: string): Promise<string> {
  const { pipeline_id } = await client.data<{ pipeline_id: string }>(`${at(id)}/rerun`, { method: 'POST' })
  return pipeline_id
}

/** The questions to people that the execution waits for, and those of executions that it called. */
export const getOpenQuestions = (client: Client, id: string, signal?: AbortSignal): Promise<Interrupt[]> =>
  client.data(`${at(id)}/interrupts`, { query: { status: 'pending', limit: 100 }, ...quietly(signal) })

export interface ExecutionQuery {
  readonly workflow_id?: string | undefined
  readonly status?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface ExecutionPage {
  readonly items: readonly ExecutionItem[]
  /** Undefined where the service does not say. */
  readonly total: number | undefined
}

/** A page of executions, newest first. */
export async function listExecutions(
  client: Client,
  { workflow_id, status, limit, offset }: ExecutionQuery,
  signal?: AbortSignal,
): Promise<ExecutionPage> {
  const query = { workflow_id, status, limit, offset }
  const response = await client.fetch('/executions', { query, ...quietly(signal) })
  const { data } = (await response.json()) as { data: ExecutionItem[] }
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN)
  return { items: data, total: Number.isFinite(total) ? total : undefined }
}

/** The body of a start. */
export interface LaunchBody {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly options?: { readonly timeout?: number; readonly maxSteps?: number }
  /** Pinned data stands in for the nodes that have it. */
  readonly test?: boolean
  /** From a node on, with the results of an earlier execution before it. */
  readonly from?: { readonly node: string; readonly execution: string }
}

/** Starts a stored workflow as it is stored. */
export const startStored = (client: Client, workflowId: string, body: LaunchBody): Promise<Started> =>
  client.data(`/workflows/${encodeURIComponent(workflowId)}/execute`, { method: 'POST', body })

/** Starts a workflow as an editor holds it. */
export const startUnsaved = (client: Client, workflow: unknown, body: LaunchBody): Promise<Started> =>
  client.data('/execute', { method: 'POST', body: { ...body, workflow } })

/** Names of workflows, by id. */
export async function suggestWorkflows(client: Client, signal?: AbortSignal): Promise<Map<string, string>> {
  const found = await client.json<{ label: string; value: string }[]>('/autocomplete/workflows', {
    query: { limit: 100 },
    ...quietly(signal),
  })
  return new Map(found.map(({ label, value }) => [value, label]))
}
