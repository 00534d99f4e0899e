/** The execution service of the routes: start stored and unsaved workflows, inspect, cancel and rerun. */
import type { ExecutionEngine, ExecutionRecord } from '@millrace/engine'
import { type ExecutionItem, isObject, type Rerun } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Clock, Ids, Lifecycle } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { missing } from '../workflows/stored-workflows.ts'
import type { CalledFlows, CompiledFlow } from './called-flows.ts'
import { createChildExecutions } from './child-executions.ts'
import { createControl } from './control.ts'
import { startedReply } from './estimate.ts'
import { createLookup } from './lookup.ts'
import { createPreparer, type PreparerNeeds, type UnsavedWorkflow } from './preparer.ts'
import type { CalledWorkflow } from './runner/tools/tool-box.ts'
import { type PatternTestsFor, Starter } from './start.ts'
import type { StartOptions } from './start-options.ts'
import type { Completions } from './streams/completions.ts'
import type { StuckExecutions } from './stuck.ts'
import { itemOf } from './wire.ts'

export interface ExecutionsNeeds extends PreparerNeeds {
  /** The project of a workflow, by its id. */
  readonly projectOf: (workflow: string) => string | Promise<string>
  readonly engine: ExecutionEngine
  readonly store: ExecutionStore
  readonly vault: Vault
  readonly make: Clock & Ids
  readonly completions: Pick<Completions, 'wait'>
  readonly flows: CalledFlows
  /** Limit of queued executions. */
  readonly maxWaiting: number
  /** The size limit of a port value. */
  readonly maxValueBytes: number
  readonly patternTestsFor: PatternTestsFor
  readonly stuck: StuckExecutions
  readonly lifecycle: Pick<Lifecycle, 'isPaused'>
}

export type Executions = ReturnType<typeof createExecutions>

export function createExecutions(needs: ExecutionsNeeds) {
  const { engine, store, completions, flows } = needs
  const preparer = createPreparer(needs)
  const { existing, ...lookup } = createLookup(needs)
  const starter = new Starter({ ...needs, preparer, lookup: { ...lookup, existing } })
  return {
    ...lookup,
    ...createControl({ ...needs, lookup }),
    ...createChildExecutions({ engine, store, known: lookup.known, completions, flows, starter }),
    start: (idOrName: string, options: StartOptions) => starter.start(idOrName, options),
    plan: (idOrName: string, inputs: Readonly<Record<string, unknown>>, by: Caller) =>
      starter.plan(idOrName, inputs, by),
    planUnsaved: (workflow: UnsavedWorkflow, inputs: Readonly<Record<string, unknown>>, by: Caller) =>
      starter.planUnsaved(workflow, inputs, by),
    startFlow: (flow: CompiledFlow, options: StartOptions) => starter.startFlow(flow, options),
    startUnsaved: (workflow: UnsavedWorkflow, options: StartOptions) => starter.startUnsaved(workflow, options),
    rerun: (id: string, by: Caller, asked?: Rerun) => starter.rerun(id, by, asked),
    started: (record: ExecutionRecord) => startedReply(record, store),

    /** The newest execution of each workflow, by the id of the workflow. */
    async lastRuns(workflowIds: readonly string[]): Promise<ReadonlyMap<string, ExecutionItem>> {
      return new Map((await store.newest(workflowIds)).map((item) => [item.workflowId, itemOf(item)]))
    },

    /** The name of a workflow, and the schema of its launch inputs. */
    async called(idOrName: string, by: Pick<ExecutionRecord, 'workflowId'>): Promise<CalledWorkflow> {
      const { name, description, project } = await needs.workflows.get(idOrName)
      if (project !== (await needs.projectOf(by.workflowId))) throw missing(idOrName)
      const { plan } = await preparer.stored(idOrName, 'published')
      const schema = plan.nodes.find(({ type }) => type === 'start')?.config.schema
      return { name, description, schema: isObject(schema) ? schema : undefined }
    },
  }
}
