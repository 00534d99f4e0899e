/** Executions started by a step of another execution: sub-workflows and workflows called as tools. */
import type { ChildRequest, ExecutionEngine, ExecutionState, Known, Task } from '@millrace/engine'
import { isSuspended, outputsOf } from '@millrace/engine'
import { type ExecutionFacts, type FlowCall, type FlowResult, NodeFailure, type WorkflowResult } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import { ANONYMOUS } from '../platform/caller.ts'
import { stableId } from '../platform/stable-id.ts'
import type { CalledFlows } from './called-flows.ts'
import { childId } from './child-id.ts'
import { noteChild } from './runner/child-note.ts'
import type { ChildRun } from './runner/child-ports.ts'
import type { Starter } from './start.ts'
import type { StartOptions } from './start-options.ts'
import type { Completions, Ending } from './streams/completions.ts'

export interface ChildExecutionsNeeds {
  readonly engine: ExecutionEngine
  readonly store: ExecutionStore
  readonly completions: Pick<Completions, 'wait'>
  readonly known: (id: string) => Promise<Known>
  readonly starter: Starter
  readonly flows: CalledFlows
}

/** The result of a flow that a step ran, and the number of its steps. */
export interface EndedFlow {
  readonly steps: number
  readonly end: FlowResult | NodeFailure
}

export function createChildExecutions(needs: ChildExecutionsNeeds) {
  const { engine, store, completions, known, starter } = needs
  /** Ignores a failed start if an earlier attempt of the same step has already started the child. */
  async function unlessStarted(id: string, starting: Promise<unknown>): Promise<void> {
    await starting.catch(async (error: unknown) => {
      if ((await store.get(id)) === undefined) throw error
    })
  }

  /** Waits for the child; the parent's slot is released meanwhile. */
  async function endOf({ record, signal }: Task, { id, isNew, ending }: Awaited): Promise<ExecutionState> {
    const before = isNew ? undefined : (await known(id)).state
    if (before?.finishedAt !== undefined) return before
    const stop = () => {
      ending.stop()
      // Leave the child running: a suspended step runs again and expects to find it.
      if (!isSuspended(signal)) void engine.cancel(id).catch(() => {})
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      const state = await engine.idle(record.id, () => ending.state)
      signal.throwIfAborted()
      return state ?? (await known(id)).state
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    /** Starts the workflow that a step calls. The id is derived from the step, so a second try finds the first. */
    async startChild(task: Task, request: ChildRequest): Promise<string> {
      const id = childId(task)
      if ((await store.get(id)) !== undefined) return id
      await unlessStarted(id, starter.startCalled(request.workflow, optionsFor(task, id, request), task.record))
      return id
    },

    /** Runs a flow for a step and waits for its end. The same key of the same attempt finds the same execution. */
    async runFlow(task: Task, call: FlowCall, stepsLeft: number | undefined): Promise<EndedFlow> {
      const { record } = task
      const called = needs.flows.open(call)
      const { maxDepth } = needs.flows
      if (record.depth >= maxDepth) {
        throw new NodeFailure('DEPTH_LIMIT', `Flows are nested more than ${maxDepth} levels deep.`)
      }
      const id = stableId('flow', task.idempotencyKey, String(task.attempt), call.key)
      const ending = completions.wait(id)
      try {
        const isNew = (await store.get(id)) === undefined
        if (isNew) {
          await noteChild(task, id)
          const { flow, inputs } = await called.compile(record.about.queueKey ?? '')
          const options = {
            ...optionsFor(task, id, { inputs, wait: true }),
            isPart: true,
            holdsPlace: true,
            maxSteps: stepsLeft,
            ...(call.conversation === undefined ? {} : { conversation: call.conversation }),
          }
          await unlessStarted(id, starter.startFlow(flow, options, record.workflowId))
        }
        const state = await endOf(task, { id, isNew, ending })
        return { steps: state.attempts, end: withStepLimit(called.resultOf(state), task) }
      } finally {
        ending.stop()
      }
    },

    /** Runs a workflow for the tool of a step and waits for its end. The same key finds the same execution. */
    async runForTool(task: Task, request: WorkflowResult, key: string): Promise<ChildRun> {
      const { workflow, wait } = request
      const id = stableId('child', key)
      const ending = completions.wait(id)
      try {
        const isNew = (await store.get(id)) === undefined
        if (isNew) {
          if (wait) await noteChild(task, id)
          const options = { ...optionsFor(task, id, request), holdsPlace: wait }
          await unlessStarted(id, starter.startCalled(workflow, options, task.record))
        }
        if (!wait) return { id }
        return { id, outputs: toolResult(await endOf(task, { id, isNew, ending })) }
      } finally {
        ending.stop()
      }
    },
  }
}

/** The parent's inputs are untrusted, so the child is launched without write access. */
function optionsFor(task: Task, id: string, { inputs, wait }: Pick<ChildRequest, 'inputs' | 'wait'>): StartOptions {
  const { record, signal } = task
  const { keepValues } = record.about
  return {
    id,
    inputs,
    by: { ...ANONYMOUS, id: record.about.queueKey ?? ANONYMOUS.id, name: record.about.startedBy ?? '' },
    parent: { execution: record.id, node: task.node, scope: task.scope },
    depth: record.depth + 1,
    // A fire-and-forget child is independent of its parent.
    about: { ...(wait ? factsFor(task) : {}), ...(keepValues && { keepValues }) },
    signal,
  }
}

/** The properties that an awaited child inherits from its parent. */
function factsFor({ record, node }: Task): ExecutionFacts {
  const {
    root = record.id,
    rootNode = record.plan.nodes[node]?.id ?? '',
    session,
    traceparent,
    tracestate,
  } = record.about
  return {
    root,
    rootNode,
    ...(session !== undefined && { session }),
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
  }
}

/** Start options of an awaited child. */
interface Awaited {
  readonly id: string
  readonly isNew: boolean
  readonly ending: Ending
}

/** The step limit is shared with the outermost flow, so the failure names that limit. */
function withStepLimit(end: FlowResult | NodeFailure, { steps }: Task): FlowResult | NodeFailure {
  if (!(end instanceof NodeFailure) || end.code !== 'STEP_LIMIT' || steps === undefined) return end
  return new NodeFailure(end.code, `The flow has visited ${steps.max} nodes and may visit no more.`)
}

/** The result of a workflow that ran as a tool. */
function toolResult(state: ExecutionState): unknown {
  if (state.status === 'completed') return outputsOf(state)
  const why = state.failure?.message ?? 'It was cancelled.'
  throw new NodeFailure('CHILD_FAILED', `The child workflow ended as ${state.status}: ${why}`)
}
