/**
 * Creates the executions service and its engine. They depend on each other, because a step may start an execution: the
 * engine gets functions that use the executions service, which is created right after it.
 */
import { Engine, type Task, type Written } from '@millrace/engine'
import type { NodeDefinition } from '@millrace/model'
import type { ServiceEffects } from '../effects/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import type { WorkflowCapability } from '../workflows/create-services.ts'
import type { CalledFlows } from './called-flows.ts'
import { createDetails } from './details.ts'
import { createExecutions, type Executions } from './executions.ts'
import { createPreview } from './expressions/preview.ts'
import { createRunner } from './runner/node-runner.ts'
import { secretsReader } from './runner/step-secrets.ts'
import type { ExecutionServices } from './services.ts'
import { Completions } from './streams/completions.ts'
import { ListChanges } from './streams/list-changes.ts'
import { PartialOutput } from './streams/partial-output.ts'
import { PipelineUpdates } from './streams/pipeline-updates.ts'

export interface ExecutionNeeds {
  readonly catalogue: ServedCatalogue
  /** The executable node types. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly flows: CalledFlows
  readonly workflows: WorkflowCapability
  readonly effects: ServiceEffects
}

export interface ExecutionCapability extends ExecutionServices {
  readonly engine: Engine
  /** Calls the listener with all events written from now on, after the execution streams. */
  onWritten(listener: (written: Written) => void): void
}

export function createExecutionServices(platform: Platform, needs: ExecutionNeeds): ExecutionCapability {
  const { store, config, vault, make, maxValueBytes } = platform
  const { catalogue, flows, workflows } = needs
  const streams = {
    pipelineUpdates: new PipelineUpdates(),
    completions: new Completions(),
    executionList: new ListChanges(),
    partialOutput: new PartialOutput(),
  }
  const listeners = [
    (written: Written) => streams.pipelineUpdates.publish(written),
    (written: Written) => streams.completions.publish(written),
    (written: Written) => streams.partialOutput.written(written),
    (written: Written) => streams.executionList.publish(written),
  ]
  const engine: Engine = createEngine(platform, needs, {
    executions: () => executions,
    onDelta: (...delta) => streams.partialOutput.say(...delta),
    onWritten: (written) => {
      for (const listener of listeners) listener(written)
    },
  })
  const executions: Executions = createExecutions({
    engine,
    maxValueBytes,
    store: store.executions,
    workflows: workflows.workflows,
    sealer: workflows.sealer,
    insertDraftSecrets: workflows.insertDraftSecrets,
    earlierSecrets: workflows.earlierSecrets,
    plans: workflows.plans,
    writes: store,
    completions: streams.completions,
    flows,
    vault,
    catalogue,
    make,
    maxWaiting: config.maxWaitingExecutions,
    patternTestsFor: ({ queueKey, workflowId, signal }) =>
      needs.effects.patternTestsFor({ share: { caller: queueKey, workflow: workflowId }, signal }),
  })
  workflows.workflowEvents.onDeleting((id) => executions.cancelOf(id))
  return {
    engine,
    executions,
    details: createDetails({ executions, store, basePath: config.basePath }),
    previewExpression: createPreview(needs.effects, platform.clock),
    ...streams,
    onWritten: (listener) => void listeners.push(listener),
  }
}

interface EngineHooks {
  readonly executions: () => Executions
  readonly onDelta: (task: Task, text: string) => void
  readonly onWritten: (written: Written) => void
}

function createEngine(platform: Platform, { catalogue, definitions, effects }: ExecutionNeeds, hooks: EngineHooks) {
  const { store, vault, log, config, workers, sandboxWorkers, wakingClock: clock, maxValueBytes } = platform
  const patiently = () => retryingStore(hooks.executions(), clock)
  return new Engine({
    journal: store.journal,
    clock,
    maxActive: config.maxConcurrentExecutions,
    maxValueBytes,
    runner: createRunner({
      definitions,
      configOf: secretsReader(vault, catalogue),
      expressions: { catalogue, evaluateFor: (asking) => effects.evaluateFor(asking) },
      maxValueBytes,
      threads: { pure: workers, sandboxed: sandboxWorkers, sandboxFor: (step) => effects.sandboxFor(step) },
      effectsFor: (step) => effects.forStep(step),
      tools: {
        workflow: (idOrName) => patiently().called(idOrName),
        runWorkflow: (task, request, key) => patiently().runForTool(task, request, key),
        mcpTools: (settings, signal) => effects.mcp.tools(settings, signal),
      },
      runFlow: (task, call, left) => hooks.executions().runFlow(task, call, left),
      onDelta: hooks.onDelta,
    }),
    onEvents: hooks.onWritten,
    onFault: (execution, err) => log.error({ execution, err }, 'an execution could not go on here'),
    startChild: (task, request) => hooks.executions().startChild(task, request),
  })
}
