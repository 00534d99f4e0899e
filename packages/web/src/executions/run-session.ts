/**
 * Running a workflow while it is edited: starting the current document, watching and stopping it. Independent of the
 * editor; its owner reads `store` and draws `marks` on a canvas.
 */

import { ApiError, type ExecuteWorkflowBody } from '@millrace/client'
import { type Graph, isExecutionOver } from '@millrace/model'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { NO_MARKS, type NodeMarks } from '../graph/node-marks.ts'
import type { TextSource } from '../ui/language.ts'
import { createStore, type Store } from '../ui/store.ts'
import { type EdgeMarks, runEdgeMarks, runMarks } from '../viewer/run-marks.ts'
import { type PipelineWatch, type Watched, watchPipeline } from '../viewer/watch-pipeline.ts'
import type { LaunchValues } from './launch-fields.ts'
import { pinnedNodes } from './pinned-data.ts'

export interface RunState {
  readonly executionId: string | undefined
  /** The last run of the whole workflow, whose results a run from a node reuses. */
  readonly wholeId: string | undefined
  /** In the test of one node, the nodes that really run; undefined in other runs. */
  readonly part: ReadonlySet<string> | undefined
  readonly isStarting: boolean
  /** Error of the last start. */
  readonly failure: ApiError | undefined
  readonly watched: Watched
  readonly marks: NodeMarks
  readonly edgeMarks: EdgeMarks
  /** Values of the form. */
  readonly values: LaunchValues
  readonly usesPinned: boolean
  readonly bounds: RunBounds
}

/** Limits of a run. */
export interface RunBounds {
  readonly seconds?: number | undefined
  readonly maxSteps?: number | undefined
}

/** The document to run. */
export interface RunDocument extends Graph {
  readonly id?: string | undefined
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

export interface StartRequest {
  readonly document: RunDocument
  /** True if the service has stored exactly this document; the stored workflow is then run, which keeps its history. */
  readonly isSaved: boolean
  readonly inputs?: Readonly<Record<string, unknown>>
  /** Start at this node, with the results of the last run for the nodes before it. */
  readonly from?: string | undefined
  /** The document is the test of one node, and these nodes of it run. Its pinned data is always used. */
  readonly part?: ReadonlySet<string> | undefined
}

export interface RunSession {
  readonly store: Store<RunState>
  /** Returns true if the run has started; errors are in the state. */
  readonly start: (request: StartRequest) => Promise<boolean>
  readonly cancel: () => Promise<void>
  /** Shows an execution that was started elsewhere. */
  readonly watch: (executionId: string, document: Graph) => void
  readonly refresh: () => void
  /** Removes the run from the canvas. */
  readonly clear: () => void
  readonly setValue: (node: string, key: string, value: unknown) => void
  readonly setUsesPinned: (usesPinned: boolean) => void
  readonly setBounds: (bounds: RunBounds) => void
  readonly stop: () => void
}

const NOT_WATCHED: Watched = { pipeline: undefined, logs: [], questions: [], connection: 'loading', error: undefined }
const NO_EDGE_MARKS: EdgeMarks = new Map()
const NO_RUN = {
  executionId: undefined,
  part: undefined,
  watched: NOT_WATCHED,
  marks: NO_MARKS,
  edgeMarks: NO_EDGE_MARKS,
}

/** Error code for a run from a node without an earlier run. */
export const NO_EARLIER_RUN = 'NO_EARLIER_RUN'

export function isRunning({ isStarting, watched }: RunState): boolean {
  return isStarting || (watched.pipeline !== undefined && !isExecutionOver(watched.pipeline.detail.status))
}

export function createRunSession(client: Client, text: TextSource): RunSession {
  const store = createStore<RunState>({
    ...NO_RUN,
    wholeId: undefined,
    isStarting: false,
    failure: undefined,
    values: {},
    usesPinned: true,
    bounds: {},
  })
  let current: PipelineWatch | undefined
  const stop = () => {
    current?.stop()
    current = undefined
  }
  const watch = (executionId: string, document: Graph, part?: ReadonlySet<string>) => {
    stop()
    const pipeline = watchPipeline(client, executionId)
    current = pipeline
    store.set({ ...NO_RUN, executionId, part, ...(part === undefined ? { wholeId: executionId } : {}) })
    pipeline.store.subscribe(() => {
      if (current === pipeline) store.set((state) => withUpdate(state, pipeline.store.get(), document, text))
    })
  }
  return {
    store,
    watch: (executionId, document) => watch(executionId, document),
    stop,
    async start(request) {
      const { wholeId, usesPinned, bounds } = store.get()
      store.set({ isStarting: true, failure: undefined })
      try {
        const body = await bodyOf(client, request, { wholeId, usesPinned, bounds, text })
        const { id, nodes, edges, config } = request.document
        const unsaved = {
          nodes,
          edges,
          ...(id === undefined ? {} : { id }),
          ...(config === undefined ? {} : { config }),
        }
        const isStored = request.isSaved && id !== undefined
        const started = await (isStored
          ? client.executeWorkflow({ id, body })
          : client.execute({ body: { ...body, workflow: unsaved } }))
        watch(started.execution_id, request.document, request.part)
        return true
      } catch (error) {
        store.set({ failure: asApiError(error) })
        return false
      } finally {
        store.set({ isStarting: false })
      }
    },
    async cancel() {
      const { executionId } = store.get()
      if (executionId === undefined) return
      await client.cancelExecution({ id: executionId })
      current?.refresh()
    },
    refresh: () => current?.refresh(),
    clear() {
      stop()
      store.set({ ...NO_RUN, wholeId: undefined, failure: undefined })
    },
    setValue(node, key, value) {
      store.set((state) => {
        const { [key]: _, ...rest } = state.values[node] ?? {}
        return { ...state, values: { ...state.values, [node]: value === undefined ? rest : { ...rest, [key]: value } } }
      })
    },
    setUsesPinned: (usesPinned) => store.set({ usesPinned }),
    setBounds: (bounds) => store.set({ bounds }),
  }
}

function withUpdate(state: RunState, watched: Watched, { nodes, edges }: Graph, text: TextSource): RunState {
  const detail = watched.pipeline?.detail
  if (detail === undefined || detail === state.watched.pipeline?.detail) return { ...state, watched }
  // Notes are not part of a run; only nodes with a status are marked.
  const reported = nodes.filter(({ id }) => detail.node_statuses[id] !== undefined)
  return {
    ...state,
    watched,
    marks: runMarks(detail, reported, { before: state.marks, edges, t: text() }),
    edgeMarks: runEdgeMarks(detail, { edges }),
  }
}

interface Before {
  readonly wholeId: string | undefined
  readonly usesPinned: boolean
  readonly bounds: RunBounds
  readonly text: TextSource
}

async function bodyOf(
  client: Client,
  { document, inputs, from, part }: StartRequest,
  before: Before,
): Promise<ExecuteWorkflowBody> {
  const isTest = (before.usesPinned || part !== undefined) && pinnedNodes(document).length > 0
  const options = optionsOf(before.bounds)
  const body = {
    ...(inputs === undefined ? {} : { inputs }),
    ...(options === undefined ? {} : { options }),
    ...(isTest ? { test: true } : {}),
  }
  if (from === undefined) return body
  const execution = before.wholeId ?? (await lastExecution(client, document.id))
  if (execution === undefined)
    throw new ApiError(before.text().execution.runFromNeedsRun, { status: 0, code: NO_EARLIER_RUN })
  return { ...body, from: { node: from, execution } }
}

/** The limits in the wire format; undefined if there are none. */
function optionsOf({ seconds, maxSteps }: RunBounds): ExecuteWorkflowBody['options'] {
  if (seconds === undefined && maxSteps === undefined) return undefined
  return {
    ...(seconds === undefined ? {} : { timeout: Math.round(seconds * 1000) }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  }
}

/** The newest execution of a stored workflow. */
async function lastExecution(client: Client, workflowId: string | undefined): Promise<string | undefined> {
  if (workflowId === undefined) return undefined
  const { items } = await client.listExecutions({ workflow_id: workflowId, limit: 1 })
  return items[0]?.id
}
