/**
 * Creates the executions service and its engine. They depend on each other, because a step may start an execution: the
 * engine gets functions that use the executions service, which is created right after it.
 */
import { Engine, type EngineNeeds, type ExecutionEngine, type Task, type Written } from '@millrace/engine'
import type { NodeDefinition } from '@millrace/model'
import type { ServiceEffects } from '../effects/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { processBus } from '../platform/process-bus.ts'
import { apiPath } from '../platform/public-address.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import { servesApi } from '../platform/roles.ts'
import { traceHeadersOf, tracesUrlOf } from '../platform/trace-context.ts'
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
import { RemoteDeltas } from './streams/remote-deltas.ts'
import { RemoteEvents } from './streams/remote-events.ts'
import { followRemoteList } from './streams/remote-list.ts'
import { NEVER_STUCK, type StuckExecutions } from './stuck.ts'

export interface ExecutionNeeds {
  readonly catalogue: ServedCatalogue
  /** The executable node types. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly flows: CalledFlows
  readonly workflows: WorkflowCapability
  readonly effects: ServiceEffects
  /** The project of a workflow, by its id. */
  readonly projectOf: (workflow: string) => string | Promise<string>
  /** The cluster that runs the executions; without it this process does. */
  readonly cluster?: ExecutionCluster | undefined
}

export interface ExecutionCluster {
  createEngine(needs: EngineNeeds): ExecutionEngine
  readonly stuck: StuckExecutions
}

export interface ExecutionCapability extends ExecutionServices {
  readonly engine: ExecutionEngine
  /** Calls the listener with all events written from now on, after the execution streams. */
  onWritten(listener: (written: Written) => void): void
  /** The executions of other processes; undefined outside of a cluster. */
  readonly remote: RemoteEvents | undefined
  /** The texts of other processes; undefined outside of a cluster. */
  readonly remoteDeltas: RemoteDeltas | undefined
  /** Publishes what is still collected and stops listening to other processes. */
  disconnect(): void
}

export function createExecutionServices(platform: Platform, needs: ExecutionNeeds): ExecutionCapability {
  const { store, config, vault, make, maxValueBytes, lifecycle } = platform
  const { catalogue, flows, workflows, cluster } = needs
  const stuck = cluster?.stuck ?? NEVER_STUCK
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
  const { remote, remoteDeltas } = connectStreams(streams, platform)
  if (remote !== undefined) listeners.push((written) => remote.written(written))
  const engine: ExecutionEngine = createEngine(platform, needs, {
    executions: () => executions,
    onDelta: (...delta) => streams.partialOutput.say(...delta),
    onWritten: (written) => {
      for (const listener of listeners) listener(written)
    },
  })
  const executions: Executions = createExecutions({
    engine,
    projectOf: needs.projectOf,
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
    lifecycle,
    catalogue,
    stuck,
    make,
    maxWaiting: config.maxWaitingExecutions,
    patternTestsFor: ({ queueKey, workflowId, signal }) =>
      needs.effects.patternTestsFor({ share: { caller: queueKey, workflow: workflowId }, signal }),
  })
  workflows.workflowEvents.onDeleting((id) => executions.cancelOf(id))
  return {
    engine,
    executions,
    details: createDetails({ executions, store, basePath: apiPath(config), stuck }),
    stuck,
    previewExpression: createPreview(needs.effects, platform.clock),
    ...streams,
    onWritten: (listener) => void listeners.push(listener),
    remote,
    remoteDeltas,
    disconnect() {
      remoteDeltas?.close()
      remote?.close()
    },
  }
}

/** Connects the streams to the other processes of a cluster. */
function connectStreams(
  streams: Pick<ExecutionServices, 'pipelineUpdates' | 'completions' | 'executionList' | 'partialOutput'>,
  { store, config, log }: Pick<Platform, 'store' | 'config' | 'log'>,
): Pick<ExecutionCapability, 'remote' | 'remoteDeltas'> {
  const bus = processBus({ store, config })
  if (store.cluster === undefined || bus === undefined) return { remote: undefined, remoteDeltas: undefined }
  const { histories } = store.cluster
  // In a worker only the steps that wait for an execution need the events of other processes.
  const isOnDemand = !servesApi(config)
  const remote = new RemoteEvents({ bus, histories, journal: store.journal, log, isOnDemand })
  streams.completions.onWait(() => remote.listen())
  remote.follow(streams.pipelineUpdates)
  remote.follow(streams.completions)
  followRemoteList(streams.executionList, { remote, store: store.executions, log })
  return { remote, remoteDeltas: new RemoteDeltas(bus, streams.partialOutput) }
}

interface EngineHooks {
  readonly executions: () => Executions
  readonly onDelta: (task: Task, text: string) => void
  readonly onWritten: (written: Written) => void
}

function createEngine(platform: Platform, needs: ExecutionNeeds, hooks: EngineHooks): ExecutionEngine {
  const { catalogue, definitions, effects, cluster } = needs
  const { store, vault, log, config, workers, sandboxWorkers, wakingClock: clock, maxValueBytes } = platform
  const patiently = () => retryingStore(hooks.executions(), clock)
  const engineNeeds: EngineNeeds = {
    journal: store.journal,
    clock,
    maxActive: config.maxConcurrentExecutions,
    // A cancel is allowed while the service is paused, and must not continue other executions.
    isHeld: () => platform.lifecycle.isPaused,
    maxValueBytes,
    runner: createRunner({
      definitions,
      whyMissing: (type) => catalogue.whyMissing?.(type),
      configOf: secretsReader(vault, catalogue),
      expressions: { catalogue, evaluateFor: (asking) => effects.evaluateFor(asking) },
      maxValueBytes,
      threads: { pure: workers, sandboxed: sandboxWorkers, sandboxFor: (step) => effects.sandboxFor(step) },
      effectsFor: (step) => effects.forStep(step),
      tools: {
        workflow: (idOrName, caller) => patiently().called(idOrName, caller),
        runWorkflow: (task, request, key) => patiently().runForTool(task, request, key),
        mcpTools: (settings, user) => effects.mcp.tools(settings, user),
      },
      runFlow: (task, call, left) => hooks.executions().runFlow(task, call, left),
      onDelta: hooks.onDelta,
      custom: {
        fileOf: (type) => catalogue.files.get(type),
        report: (facts) => log.warn({ ...facts }, 'a custom node threw an error'),
      },
      traceOf: tracesUrlOf(config) === undefined ? undefined : (task) => traceHeadersOf(task.record, task),
    }),
    onEvents: hooks.onWritten,
    onFault: (execution, err) => log.error({ execution, err }, 'an execution could not go on here'),
    startChild: (task, request) => hooks.executions().startChild(task, request),
  }
  return cluster?.createEngine(engineNeeds) ?? new Engine(engineNeeds)
}
