/** Executions that a step of another one starts: sub-workflows, and workflows that a tool runs. */
import type { ChildRequest, Engine, ExecutionState, Known, Task } from '@millrace/engine'
import { isSuspended, outputsOf } from '@millrace/engine'
import { type ExecutionFacts, type FlowCall, type FlowResult, NodeFailure, type WorkflowResult } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import { ANONYMOUS } from '../platform/caller.ts'
import { stableId } from '../platform/stable-id.ts'
import type { CalledFlows } from './called-flows.ts'
import { childId } from './child-id.ts'
import { noteChild } from './runner/child-note.ts'
import type { Starter } from './start.ts'
import type { StartOptions } from './start-options.ts'
import type { Completions, Ending } from './streams/completions.ts'

export interface ChildExecutionsNeeds {
  readonly engine: Engine
  readonly store: ExecutionStore
  readonly completions: Pick<Completions, 'wait'>
  readonly known: (id: string) => Promise<Known>
  readonly starter: Starter
  readonly flows: CalledFlows
}

/** The end of a flow that a step ran, and how many steps it took. */
export interface EndedFlow {
  readonly steps: number
  readonly end: FlowResult | NodeFailure
}

export function createChildExecutions(needs: ChildExecutionsNeeds) {
  const { engine, store, completions, known, starter } = needs
  /** If an earlier run of the same step has started the child after all, the failed start does not count. */
  async function unlessStarted(id: string, starting: Promise<unknown>): Promise<void> {
    await starting.catch(async (error: unknown) => {
      if ((await store.head(id)) === undefined) throw error
    })
  }

  /** The end of the child; the slot of the parent is free for others meanwhile. */
  async function endOf({ record, signal }: Task, { id, isNew, ending }: Awaited): Promise<ExecutionState> {
    const before = isNew ? undefined : (await known(id)).state
    if (before?.finishedAt !== undefined) return before
    const stop = () => {
      ending.stop()
      // A suspended step is run again and expects to find the child running.
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
    /** Starts the workflow that a step calls. The id follows from the step, so that a second try finds the first. */
    async startChild(task: Task, request: ChildRequest): Promise<string> {
      const id = childId(task)
      if ((await store.head(id)) !== undefined) return id
      await unlessStarted(id, starter.startCalled(request.workflow, optionsFor(task, id, request)))
      return id
    },

    /** Runs a flow for a step and waits for its end. The same key of the same attempt finds the same execution. */
    async runFlow(task: Task, call: FlowCall, stepsLeft: number | undefined): Promise<EndedFlow> {
      const { record } = task
      const called = needs.flows.open(call)
      const { maxDepth } = needs.flows
      if (record.depth >= maxDepth) {
        throw new NodeFailure('DEPTH_LIMIT', `Flows may be nested ${maxDepth} deep, no deeper.`)
      }
      const id = stableId('flow', task.idempotencyKey, String(task.attempt), call.key)
      const ending = completions.wait(id)
      try {
        const isNew = (await store.head(id)) === undefined
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
    async runForTool(task: Task, request: WorkflowResult, key: string): Promise<unknown> {
      const { workflow, wait } = request
      const id = stableId('child', key)
      const ending = completions.wait(id)
      try {
        const isNew = (await store.head(id)) === undefined
        if (isNew) {
          if (wait) await noteChild(task, id)
          const options = { ...optionsFor(task, id, request), holdsPlace: wait }
          await unlessStarted(id, starter.startCalled(workflow, options))
        }
        if (!wait) return { execution_id: id }
        return toolResult(await endOf(task, { id, isNew, ending }))
      } finally {
        ending.stop()
      }
    },
  }
}

/** Inputs come from the parent, which may have them from anywhere: the child is launched without write access. */
function optionsFor(task: Task, id: string, { inputs, wait }: Pick<ChildRequest, 'inputs' | 'wait'>): StartOptions {
  const { record, signal } = task
  return {
    id,
    inputs,
    by: { ...ANONYMOUS, id: record.about.queueKey ?? ANONYMOUS.id, name: record.about.startedBy ?? '' },
    parent: { execution: record.id, node: task.node, scope: task.scope },
    depth: record.depth + 1,
    // A child that is not waited for is not a part of its parent.
    about: wait ? factsFor(task) : {},
    signal,
  }
}

/** What an execution that a step waits for has in common with it. */
function factsFor({ record, node }: Task): ExecutionFacts {
  const { root = record.id, rootNode = record.plan.nodes[node]?.id ?? '', session } = record.about
  return { root, rootNode, ...(session === undefined ? {} : { session }) }
}

/** An execution that a step waits for. */
interface Awaited {
  readonly id: string
  readonly isNew: boolean
  readonly ending: Ending
}

/** The limit of a nested flow is that of the outermost one, so its failure names that. */
function withStepLimit(end: FlowResult | NodeFailure, { steps }: Task): FlowResult | NodeFailure {
  if (!(end instanceof NodeFailure) || end.code !== 'STEP_LIMIT' || steps === undefined) return end
  return new NodeFailure(end.code, `The flow has visited ${steps.max} nodes and may visit no more.`)
}

/** The result of a tool that is a workflow. */
function toolResult(state: ExecutionState): unknown {
  if (state.status === 'completed') return outputsOf(state)
  const why = state.failure?.message ?? 'It was cancelled.'
  throw new NodeFailure('CHILD_FAILED', `The child workflow ended as ${state.status}: ${why}`)
}
