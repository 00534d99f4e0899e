/** Executions as the routes use them: start from a stored or an unsaved workflow, look at, cancel, run again. */
import type { Engine, ExecutionRecord, Known, StoredExecution } from '@millrace/engine'
import { progressOf } from '@millrace/engine'
import {
  type ExecutionOrigin,
  isObject,
  OPEN_EXECUTION_STATUSES,
  Problem,
  type Secrets,
  sameJson,
} from '@millrace/model'
import type { ExecutionHead, ExecutionStore } from '@millrace/store'
import { type Caller, may, queueKeyOf } from '../platform/caller.ts'
import type { Clock, Ids } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { CalledFlows, CompiledFlow } from './called-flows.ts'
import { createChildExecutions } from './child-executions.ts'
import { boundsOf, launchOf, notesOn, refuseLargeInputs, refuseMisfits, separated } from './launch.ts'
import { refuseClosedLaunch, refuseClosedTest } from './launch-guard.ts'
import {
  hasOpenResults,
  refuseClosedRelease,
  refuseClosedRerun,
  refuseForeignResults,
  UNKNOWN_ORIGIN,
} from './origin.ts'
import { createPreparer, type Prepared, type PreparerNeeds, type UnsavedWorkflow } from './preparer.ts'
import type { CalledWorkflow } from './runner/tools/tool-box.ts'
import type { StartOptions } from './start-options.ts'
import type { Completions } from './streams/completions.ts'

export interface ExecutionsNeeds extends PreparerNeeds {
  readonly engine: Engine
  readonly store: ExecutionStore
  readonly vault: Vault
  readonly make: Clock & Ids
  readonly completions: Pick<Completions, 'wait'>
  readonly flows: CalledFlows
  /** Executions that may wait for room at a time. */
  readonly maxWaiting: number
  /** Largest value on one port. */
  readonly maxValueBytes: number
}

function preparedFlow({ plan, secrets }: CompiledFlow): Prepared {
  return { plan, secrets, workflowId: '', source: 'unsaved', kanban: undefined }
}

export type Executions = ReturnType<typeof createExecutions>

const MAX_DEPTH = 16
const CANCELLED_AT_ONCE = 100
/** What an execution is expected to take when none has come before it. */
const UNKNOWN_MS = 1000

export function createExecutions(needs: ExecutionsNeeds) {
  const { engine, store, vault, catalogue, make } = needs
  const { stored, unsaved } = createPreparer(needs)

  async function known(id: string): Promise<Known> {
    const found = await engine.view(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no execution "${id}".` })
    return found
  }

  async function head(id: string): Promise<ExecutionHead> {
    const found = await store.head(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no execution "${id}".` })
    return found
  }

  async function existing(id: string | undefined): Promise<ExecutionRecord | undefined> {
    if (id === undefined || (await store.head(id)) === undefined) return undefined
    return (await engine.view(id))?.record
  }

  async function begin(workflow: Prepared, options: StartOptions): Promise<ExecutionRecord> {
    const depth = options.depth ?? 0
    if (depth > MAX_DEPTH && !options.isPart) {
      throw new Problem('VALIDATION_ERROR', { message: `Workflows may call each other ${MAX_DEPTH} deep, no deeper.` })
    }
    // A step that calls a workflow has been let in already, and is not failed because others wait.
    if (options.parent === undefined && (options.waits === true || !engine.hasRoom)) await refuseTooMany()
    const id = options.id ?? make.uuid()
    const { plan, workflowId, kanban } = workflow
    await refuseLargeInputs(plan, options.inputs ?? {}, needs.maxValueBytes)
    const earlier = options.from === undefined ? undefined : await known(options.from.execution)
    if (earlier !== undefined) refuseForeignResults(workflow, { earlier, by: options.by }, catalogue)
    const { inputs, secrets } = separated(plan, { inputs: options.inputs ?? {}, secrets: workflow.secrets }, catalogue)
    refuseMisfits(plan, inputs)
    const record: ExecutionRecord = {
      id,
      workflowId,
      createdAt: make.now(),
      plan,
      secrets: Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), id),
      depth,
      ...(options.isPart ? { isUnlisted: true } : {}),
      about: {
        startedBy: options.by.name,
        queueKey: queueKeyOf(options.by),
        origin: startOrigin(workflow, options, earlier),
        ...(kanban && { kanban }),
        ...options.about,
      },
      ...(options.parent === undefined ? {} : { parent: options.parent }),
    }
    const { conversation } = options
    const launch = { ...launchOf(plan, options, earlier), inputs, ...(conversation && { conversation }) }
    const notes = notesOn(plan, inputs)
    if (options.waits === true) await engine.prepare(record, launch, notes)
    else {
      const { isUrgent = false, holdsPlace = false, signal } = options
      await engine.start(record, launch, { notes, isUrgent, holdsPlace, ...(signal && { signal }) })
    }
    return record
  }

  async function refuseTooMany(): Promise<void> {
    if ((await store.counts()).pending < needs.maxWaiting) return
    throw new Problem('TOO_MANY_EXECUTIONS', { retryAfterSeconds: 5 })
  }

  function startOrigin(workflow: Prepared, { by, origin }: StartOptions, earlier: Known | undefined): ExecutionOrigin {
    if (origin !== undefined) return origin
    const hasClosedResults = earlier !== undefined && !hasOpenResults(workflow, earlier, catalogue)
    return { source: workflow.source, byWriter: may(by, 'write'), ...(hasClosedResults && { hasClosedResults }) }
  }

  /** A stored workflow for a launch; only writers may change where its secrets go and who is asked. */
  async function guarded(idOrName: string, asked: Pick<StartOptions, 'inputs' | 'by' | 'trigger' | 'isTest'>) {
    const prepared = await stored(idOrName)
    refuseClosedLaunch(prepared, asked, catalogue)
    return prepared
  }

  const children = createChildExecutions({
    engine,
    store,
    known,
    completions: needs.completions,
    start: async (workflow, options) => begin(await guarded(workflow, options), options),
    startPart: (flow, { workflowId, ...options }) => begin({ ...preparedFlow(flow), workflowId }, options),
    flows: needs.flows,
  })

  return {
    known,
    ...children,
    /** The events of an execution, for watchers: they compute states of their own. */
    async history(id: string): Promise<StoredExecution> {
      const found = await engine.history(id)
      if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no execution "${id}".` })
      return found
    },
    /** Starts a stored workflow. Durable when it resolves. */
    async start(idOrName: string, options: StartOptions): Promise<ExecutionRecord> {
      const before = options.isNew ? undefined : await existing(options.id)
      if (before !== undefined) return before
      const prepared = await guarded(idOrName, options)
      return begin(prepared, options).catch(async (error: unknown) => {
        if (options.isNew) throw error
        // Two may have asked at once: the other one's is as good as ours.
        const other = await existing(options.id)
        if (other === undefined) throw error
        return other
      })
    },
    /** What a stored workflow would run as; fails as a start with these inputs would. */
    async plan(
      idOrName: string,
      inputs: Readonly<Record<string, unknown>>,
      by: Caller,
    ): Promise<ExecutionRecord['plan']> {
      const { plan, secrets } = await guarded(idOrName, { inputs, by })
      refuseMisfits(plan, separated(plan, { inputs, secrets }, catalogue).inputs)
      await refuseTooMany()
      return plan
    },
    /** Starts a flow that was submitted. */
    startFlow: (flow: CompiledFlow, options: StartOptions): Promise<ExecutionRecord> =>
      begin(preparedFlow(flow), options),
    /** Starts a workflow that is not stored, or not as it is. */
    async startUnsaved(workflow: UnsavedWorkflow, options: StartOptions): Promise<ExecutionRecord> {
      const prepared = await unsaved(workflow, options.by)
      refuseClosedTest(prepared, options, catalogue)
      return begin(prepared, options)
    },
    list: (query: Parameters<ExecutionStore['list']>[0]) => store.list(query),
    head,

    /** For polling: the history, which may be long, is read only where nothing else tells how far it is. */
    async status(id: string): Promise<Pick<ExecutionHead, 'status' | 'updatedAt'> & { readonly progress: number }> {
      const { status, updatedAt } = await head(id)
      if (status !== 'running') return { status, updatedAt, progress: status === 'pending' ? 0 : 100 }
      const seen = engine.glance(id)
      if (seen !== undefined) return { status, ...seen }
      const { state } = await known(id)
      return { status: state.status, updatedAt: state.updatedAt, progress: progressOf(state) }
    },

    /** Lets a waiting execution go. */
    async release(id: string, options: Pick<StartOptions, 'inputs' | 'timeoutMs' | 'maxSteps' | 'by'>): Promise<void> {
      const waiting = await known(id)
      const { record, state } = waiting
      const inputs = options.inputs ?? state.started?.inputs ?? {}
      await refuseLargeInputs(record.plan, inputs, needs.maxValueBytes)
      const secrets = secretsOf(record)
      if (options.inputs !== undefined) refuseClosedRelease(waiting, { ...options, secrets }, catalogue)
      const launch = separated(record.plan, { inputs, secrets }, catalogue)
      if (!sameJson(launch.secrets, secrets)) {
        throw new Problem('VALIDATION_ERROR', { message: 'Secrets are given when an execution is made, not later.' })
      }
      refuseMisfits(record.plan, launch.inputs)
      const notes = options.inputs === undefined ? [] : notesOn(record.plan, launch.inputs)
      if (!(await engine.release(id, { ...boundsOf(options), ...(options.inputs && { inputs: launch.inputs }) }))) {
        throw await over(id)
      }
      await engine.note(id, notes)
    },

    async cancel(id: string): Promise<void> {
      await known(id)
      if (!(await engine.cancel(id))) throw await over(id)
    },

    /** Ends everything of a workflow that is not over, before it goes. */
    async cancelOf(workflowId: string): Promise<void> {
      for (const status of OPEN_EXECUTION_STATUSES) {
        for (;;) {
          const { items } = await store.list({ workflowId, status, limit: CANCELLED_AT_ONCE, offset: 0 })
          const ended = await Promise.all(items.map(({ id }) => engine.cancel(id)))
          if (!ended.includes(true)) break
        }
      }
    },

    /** Asked twice, neither of these is a conflict: it is as was asked. */
    async pause(id: string): Promise<void> {
      if (!(await engine.pause(id)) && (await isOver(id))) throw await over(id)
    },

    async resume(id: string): Promise<void> {
      if (!(await engine.resume(id)) && (await isOver(id))) throw await over(id)
    },

    /** What a workflow is called, and what it wants to be launched with. */
    async called(idOrName: string): Promise<CalledWorkflow> {
      const { name, description } = await needs.workflows.get(idOrName)
      const { plan } = await stored(idOrName)
      const schema = plan.nodes.find(({ type }) => type === 'start')?.config.schema
      return { name, description, schema: isObject(schema) ? schema : undefined }
    },

    /** A new execution of the same plan with the same inputs, bounds and results taken over. */
    async rerun(id: string, by: Caller): Promise<ExecutionRecord> {
      const earlier = await known(id)
      const { record, state } = earlier
      const secrets = secretsOf(record)
      refuseClosedRerun(earlier, { secrets, by }, catalogue)
      const { inputs = {}, timeoutMs, maxSteps, isTest, reused, trigger } = state.started ?? {}
      // A rerun is as trustworthy as the launch that it repeats, whoever repeats it.
      const origin = record.about.origin ?? UNKNOWN_ORIGIN
      return begin(
        { ...record, source: origin.source, secrets, kanban: record.about.kanban },
        { inputs, timeoutMs, maxSteps, isTest, reused, trigger, by, origin, about: { rerunOf: id } },
      )
    },

    /**
     * What a start answers with: the state in which every execution begins, whatever has become of it meanwhile. The
     * estimate is what recent executions of the workflow took.
     */
    async started({ id, workflowId, createdAt }: ExecutionRecord) {
      return {
        execution_id: id,
        pipelineId: id,
        status: 'pending' as const,
        started_at: new Date(createdAt).toISOString(),
        estimated_completion: new Date(createdAt + (await expectedMs(workflowId))).toISOString(),
      }
    },
  }

  async function expectedMs(workflowId: string): Promise<number> {
    // What was never stored has no past.
    if (workflowId === '') return UNKNOWN_MS
    const { items } = await store.list({ workflowId, status: 'completed', limit: 20, offset: 0 })
    const sum = items.reduce((total, { updatedAt, createdAt }) => total + updatedAt - createdAt, 0)
    return items.length === 0 ? UNKNOWN_MS : Math.round(sum / items.length)
  }

  function secretsOf({ secrets, id }: ExecutionRecord): Secrets {
    return secrets === null ? {} : (JSON.parse(vault.open(secrets, id)) as Secrets)
  }

  async function isOver(id: string): Promise<boolean> {
    return (await known(id)).state.finishedAt !== undefined
  }

  async function over(id: string): Promise<Problem> {
    const { state } = await known(id)
    const message = `The execution is ${state.finishedAt === undefined ? 'already under way' : state.status}.`
    return new Problem('EXECUTION_OVER', { message })
  }
}
