/** What the runner of nodes is given by the service. */
import { type ExecutionRecord, type Task, usageAccountOf } from '@millrace/engine'
import { type Effects, type FlowCall, type NodeDefinition, NodeFailure } from '@millrace/model'
import type { EffectsStep, StepEffects } from '../../effects/create-effects.ts'
import type { TraceHeaders } from '../../platform/trace-context.ts'
import type { Workers } from '../../platform/workers/workers.ts'
import type { EndedFlow } from '../child-executions.ts'
import type { ResolverNeeds } from '../expressions/resolve-settings.ts'
import type { CustomTypes } from './custom-stack.ts'
import type { ConfigReader } from './step-secrets.ts'
import type { ToolBoxNeeds } from './tools/tool-box.ts'

export interface RunnerNeeds {
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  /** Why a type has no definition, if its file does not load. */
  readonly whyMissing?: (type: string) => string | undefined
  readonly configOf: ConfigReader
  readonly effectsFor: (step: EffectsStep) => Effects
  /** What settings with expressions need; without it they fail their node. */
  readonly expressions?: Pick<ResolverNeeds, 'catalogue' | 'evaluateFor'>
  /** What agents need to use the nodes on their tool port. */
  readonly tools: Pick<ToolBoxNeeds, 'workflow' | 'runWorkflow' | 'mcpTools'>
  /** Runs a flow as a child execution of a step; without it nodes cannot run flows. */
  readonly runFlow?: (task: Task, call: FlowCall, stepsLeft: number | undefined) => Promise<EndedFlow>
  /** The size limit of a port value. */
  readonly maxValueBytes?: number
  /** Threads for data nodes with large inputs; without them every node runs on the main thread. */
  readonly threads?: {
    readonly pure: Workers
    /** A pool apart from that of pure nodes: these tasks occupy a thread while they wait for the sandbox. */
    readonly sandboxed: Workers
    readonly sandboxFor: StepEffects['sandboxFor']
  }
  /** Without it, errors of custom nodes have no stack traces. */
  readonly custom?: CustomTypes
  /** The trace context of a step; absent if nothing is traced. */
  readonly traceOf?: ((task: Task) => TraceHeaders) | undefined
  /** Publishes a piece of a step's text to the watchers. */
  readonly onDelta?: (task: Task, text: string) => void
}

export function resolverOf({ expressions }: RunnerNeeds): NonNullable<RunnerNeeds['expressions']> {
  if (expressions !== undefined) return expressions
  throw new NodeFailure('NOT_RUNNABLE', 'Expressions cannot be evaluated on this service.')
}

/** The part of a step that effects need. */
export function stepOf({ signal, record }: Task): Pick<EffectsStep, 'signal' | 'owner' | 'queueKey' | 'account'> {
  const { queueKey, startedBy } = record.about
  const account = usageAccountOf(record)
  return { signal, owner: ownerOf(record), queueKey: queueKey ?? startedBy ?? '', account }
}

/** The memory scope of a step. */
function ownerOf(record: ExecutionRecord): EffectsStep['owner'] {
  const { session } = record.about
  return {
    ...(session === undefined ? {} : { session }),
    workflow: record.workflowId,
    execution: record.about.root ?? record.id,
  }
}
