/** Starts executions: of stored workflows, unsaved ones and flows. */
import type { ExecutionEngine, ExecutionRecord, Known } from '@millrace/engine'
import {
  type Catalogue,
  type ExecutionFacts,
  type ExecutionOrigin,
  nextTurn,
  type PatternTests,
  Problem,
  type Rerun,
  strictest,
} from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import { type Caller, credentialOf, may, queueKeyOf } from '../platform/caller.ts'
import { refusePaused } from '../platform/pause.ts'
import type { Clock, Ids, Lifecycle } from '../platform/ports.ts'
import { isWithin } from '../platform/project-access.ts'
import type { Vault } from '../platform/secrets.ts'
import { missing } from '../workflows/stored-workflows.ts'
import type { CompiledFlow } from './called-flows.ts'
import { launchOf, notesOn, refuseLargeInputs, separated } from './launch.ts'
import { refuseClosedLaunch, refuseClosedTest } from './launch-guard.ts'
import { refuseMisfits } from './launch-schema.ts'
import type { Lookup } from './lookup.ts'
import { hasOpenResults, refuseClosedRerun, refuseForeignResults, UNKNOWN_ORIGIN } from './origin.ts'
import type { Prepared, Preparer, UnsavedWorkflow } from './preparer.ts'
import { QueueLimit } from './queue-limit.ts'
import { secretsOf } from './sealed-secrets.ts'
import type { StartOptions } from './start-options.ts'

export interface StartNeeds {
  /** The project of a workflow, by its id. */
  readonly projectOf: (workflow: string) => string | Promise<string>
  readonly engine: ExecutionEngine
  readonly store: Pick<ExecutionStore, 'counts'>
  readonly vault: Vault
  readonly lifecycle: Pick<Lifecycle, 'isPaused'>
  readonly catalogue: Catalogue
  readonly make: Clock & Ids
  readonly lookup: Pick<Lookup, 'known' | 'existing'>
  readonly preparer: Preparer
  /** Limit of queued executions. */
  readonly maxWaiting: number
  /** The size limit of a port value. */
  readonly maxValueBytes: number
  readonly patternTestsFor: PatternTestsFor
}

/** Tests patterns in the sandbox, in turn with the other calls of the caller and the workflow. */
export type PatternTestsFor = (asking: {
  readonly queueKey: string
  readonly workflowId: string
  readonly signal?: AbortSignal | undefined
}) => PatternTests

const MAX_DEPTH = 16
/** Each part of a start with a larger plan, or with large inputs, gets a turn of the event loop. */
const MANY_NODES = 2000

type Asked = Pick<StartOptions, 'inputs' | 'by' | 'trigger' | 'isTest' | 'version'>

export class Starter {
  readonly #needs: StartNeeds
  readonly #queue: QueueLimit

  constructor(needs: StartNeeds) {
    this.#needs = needs
    const { store, maxWaiting, make } = needs
    this.#queue = new QueueLimit({ store, maxWaiting, now: () => make.now() })
  }

  /** Starts a stored workflow. Durable when it resolves. */
  async start(idOrName: string, options: StartOptions): Promise<ExecutionRecord> {
    const { existing } = this.#needs.lookup
    const before = options.isNew ? undefined : await existing(options.id)
    if (before !== undefined) return before
    const known = this.#guarded(idOrName, options)
    // Waits for nothing that is known: a webhook call waits for each promise between it and the journal.
    const prepared = known instanceof Promise ? await known : known
    if (options.isNew) return this.#begin(prepared, options)
    return this.#begin(prepared, options).catch(async (error: unknown) => {
      // Of two starts with the same id at the same time, the other one may have won.
      const other = await existing(options.id)
      if (other === undefined) throw error
      return other
    })
  }

  /** Starts the stored workflow that a step calls; its id must be new. */
  async startCalled(
    idOrName: string,
    options: StartOptions,
    caller: Pick<ExecutionRecord, 'workflowId'>,
  ): Promise<ExecutionRecord> {
    const called = await this.#guarded(idOrName, { ...options, version: 'published' })
    // A workflow of another project does not exist for its steps.
    if (called.project !== (await this.#needs.projectOf(caller.workflowId))) throw missing(idOrName)
    return this.#begin(called, options)
  }

  /** The plan of a stored workflow; fails as a start with these inputs would. */
  async plan(
    idOrName: string,
    inputs: Readonly<Record<string, unknown>>,
    by: Caller,
  ): Promise<ExecutionRecord['plan']> {
    return this.#checked(await this.#guarded(idOrName, { inputs, by }), inputs, by)
  }

  /** The plan of a workflow that is not stored in this form; fails as a start with these inputs would. */
  async planUnsaved(
    workflow: UnsavedWorkflow,
    inputs: Readonly<Record<string, unknown>>,
    by: Caller,
  ): Promise<ExecutionRecord['plan']> {
    const prepared = await this.#needs.preparer.unsaved(workflow, by)
    return this.#checked(prepared, inputs, by)
  }

  async #checked(
    { plan, secrets, workflowId }: Prepared,
    inputs: Readonly<Record<string, unknown>>,
    by: Caller,
  ): Promise<ExecutionRecord['plan']> {
    const { catalogue, patternTestsFor, lifecycle } = this.#needs
    refusePaused(lifecycle)
    const { inputs: open } = separated(plan, { inputs, secrets }, catalogue)
    await refuseMisfits(plan, open, patternTestsFor({ queueKey: queueKeyOf(by), workflowId }))
    await this.#queue.check()
    return plan
  }

  /** Starts a flow, as a part of the workflow of the step that calls it or on its own. */
  startFlow({ plan, secrets }: CompiledFlow, options: StartOptions, workflowId = ''): Promise<ExecutionRecord> {
    return this.#begin({ plan, secrets, workflowId, source: 'unsaved', kanban: undefined }, options)
  }

  /** Starts a workflow that is not stored, or not in this form. */
  async startUnsaved(workflow: UnsavedWorkflow, options: StartOptions): Promise<ExecutionRecord> {
    const prepared = await this.#needs.preparer.unsaved(workflow, options.by)
    refuseClosedTest(prepared, options, this.#needs.catalogue)
    return this.#begin(prepared, options)
  }

  /**
   * A new execution with the same inputs and limits: of the same plan or of the workflow as stored now, from the start
   * or from a node on.
   */
  async rerun(id: string, by: Caller, { from, version }: Rerun = {}): Promise<ExecutionRecord> {
    const { lookup, vault, catalogue } = this.#needs
    const earlier = await lookup.known(id)
    const { record, state } = earlier
    refuseRemoved(earlier)
    const start = from === undefined ? {} : { from: { node: from, execution: id } }
    if (version === 'latest') return this.#rerunLatest(earlier, by, start)
    const secrets = secretsOf(record, vault)
    refuseClosedRerun(earlier, { secrets, by }, catalogue)
    const { inputs = {}, timeoutMs, maxSteps, isTest, reused, trigger } = state.started ?? {}
    // A rerun is as trusted as the launch it repeats, no matter who requests it.
    const origin = record.about.origin ?? UNKNOWN_ORIGIN
    return this.#begin(
      {
        ...{ ...record, source: origin.source, secrets },
        ...{
          kanban: record.about.kanban,
          keepValues: record.about.keepValues,
          name: record.about.workflowName,
          revision: record.about.revision,
        },
      },
      { inputs, timeoutMs, maxSteps, isTest, reused, trigger, by, origin, about: { rerunOf: id }, ...start },
    )
  }

  async #rerunLatest(
    { record, state }: Known,
    by: Caller,
    start: Pick<StartOptions, 'from'>,
  ): Promise<ExecutionRecord> {
    if (record.workflowId === '')
      throw new Problem('NOT_FOUND', { message: 'The workflow of this execution is not stored.' })
    const { inputs = {}, timeoutMs, maxSteps, isTest, trigger } = state.started ?? {}
    const typeIn = (plan: ExecutionRecord['plan']) => plan.nodes.find(({ id }) => id === trigger)?.type
    const { plan } = await this.#needs.preparer.stored(record.workflowId, 'latest')
    // The inputs of a trigger are its event; those of a node that has another type now would be settings.
    const event = typeIn(plan) === typeIn(record.plan) ? { trigger } : {}
    const options = { inputs, timeoutMs, maxSteps, isTest, by, about: { rerunOf: record.id }, ...event, ...start }
    return this.#begin(await this.#guarded(record.workflowId, options), options)
  }

  /** A stored workflow for a launch; only writers may change the targets of its secrets and the people it asks. */
  #guarded(idOrName: string, asked: Asked): Prepared | Promise<Prepared> {
    const prepared = this.#needs.preparer.stored(idOrName, asked.version ?? 'latest')
    return prepared instanceof Promise
      ? prepared.then((read) => this.#checkedFor(asked, read))
      : this.#checkedFor(asked, prepared)
  }

  #checkedFor(asked: Asked, prepared: Prepared): Prepared {
    refuseClosedLaunch(prepared, asked, this.#needs.catalogue)
    return prepared
  }

  async #begin(workflow: Prepared, options: StartOptions): Promise<ExecutionRecord> {
    const { engine, lookup, catalogue, maxValueBytes, lifecycle } = this.#needs
    refusePaused(lifecycle)
    if ((options.depth ?? 0) > MAX_DEPTH && !options.isPart) {
      throw new Problem('VALIDATION_ERROR', {
        message: `Workflow calls are nested more than ${MAX_DEPTH} levels deep.`,
      })
    }
    // A calling step already has a slot, so a full queue must not fail it.
    if (options.parent === undefined && (options.waits === true || !engine.hasRoom)) await this.#queue.check()
    const { plan } = workflow
    // Awaited only if there is something to wait for: every start of an execution comes here.
    const large = refuseLargeInputs(plan, options.inputs ?? {}, maxValueBytes)
    if (large !== undefined) await large
    const earlier = options.from === undefined ? undefined : await lookup.known(options.from.execution)
    if (earlier !== undefined) {
      await this.#refuseOtherProject(earlier, options)
      refuseRemoved(earlier)
      refuseForeignResults(workflow, { earlier, by: options.by }, catalogue)
    }
    const takesLong = plan.nodes.length > MANY_NODES || large !== undefined
    if (takesLong) await nextTurn()
    const { inputs, secrets } = separated(plan, { inputs: options.inputs ?? {}, secrets: workflow.secrets }, catalogue)
    const facts = factsOf(plan)
    if (facts.hasSchema) await refuseMisfits(plan, inputs, this.#patternTests(workflow, options))
    const origin = this.#originOf(workflow, options, earlier)
    const record = this.#recordOf(workflow, secrets, options, origin)
    const { conversation } = options
    const launch = { ...launchOf(plan, options, earlier), inputs, ...(conversation && { conversation }) }
    const notes = notesOn(plan, inputs)
    if (takesLong) await nextTurn()
    if (options.waits === true) await engine.prepare(record, launch, notes)
    else {
      const { isUrgent = false, holdsPlace = false, signal } = options
      await engine.start(record, launch, { notes, isUrgent, holdsPlace, ...(signal && { signal }) })
    }
    return record
  }

  /** The results of an execution that the caller of a project must not know of. */
  async #refuseOtherProject({ record }: Known, { by }: StartOptions): Promise<void> {
    if (isWithin(by, await this.#needs.projectOf(record.workflowId))) return
    throw new Problem('NOT_FOUND', { message: `There is no execution "${record.id}".` })
  }

  #recordOf(
    { plan, workflowId, kanban, keepValues, name, revision }: Prepared,
    secrets: Prepared['secrets'],
    options: StartOptions,
    origin: ExecutionOrigin,
  ): ExecutionRecord {
    const { make, vault } = this.#needs
    const id = options.id ?? make.uuid()
    const { keepValues: ofParent, ...about } = options.about ?? {}
    const kept = strictest(keepValues, ofParent)
    return {
      id,
      workflowId,
      createdAt: make.now(),
      plan,
      secrets: Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), id),
      depth: options.depth ?? 0,
      ...(options.isPart ? { isUnlisted: true } : {}),
      about: {
        startedBy: options.by.name,
        ...startedWith(options),
        ...(revision !== undefined && { revision }),
        queueKey: queueKeyOf(options.by),
        origin,
        ...(kanban && { kanban }),
        ...(kept && { keepValues: kept }),
        ...(name !== undefined && factsOf(plan).usesExpressions && { workflowName: name }),
        ...options.by.trace,
        ...about,
      },
      ...(options.parent === undefined ? {} : { parent: options.parent }),
    }
  }

  #patternTests({ workflowId }: Prepared, { by, signal }: StartOptions): PatternTests {
    return this.#needs.patternTestsFor({ queueKey: queueKeyOf(by), workflowId, signal })
  }

  #originOf(workflow: Prepared, { by, origin }: StartOptions, earlier: Known | undefined): ExecutionOrigin {
    const hasClosedResults = earlier !== undefined && !hasOpenResults(workflow, earlier, this.#needs.catalogue)
    const own = origin ?? { source: workflow.source, byWriter: may(by, 'write') }
    return hasClosedResults ? { ...own, hasClosedResults } : own
  }
}

/** An execution whose values were removed cannot be repeated, and its results cannot be reused. */
function refuseRemoved({ state }: Known): void {
  if (state.started?.valuesRemovedAt !== undefined) throw new Problem('VALUES_NOT_KEPT')
}

/** A step acts for the caller of its execution, without the caller's credential. */
function startedWith({ by, parent }: StartOptions): Pick<ExecutionFacts, 'startedWith'> {
  const credential = parent === undefined ? credentialOf(by) : undefined
  return credential === undefined ? {} : { startedWith: credential }
}

interface PlanFacts {
  /** A start node checks the inputs of a launch. */
  readonly hasSchema: boolean
  readonly usesExpressions: boolean
}

const planFacts = new WeakMap<ExecutionRecord['plan'], PlanFacts>()

/** Found once for each plan: all executions of a workflow version share it. */
function factsOf(plan: ExecutionRecord['plan']): PlanFacts {
  const known = planFacts.get(plan)
  if (known !== undefined) return known
  const { nodes, tools } = plan
  const facts = {
    hasSchema: nodes.some(({ type }) => type === 'start'),
    usesExpressions: nodes.some(hasExpressions) || tools.some(hasExpressions),
  }
  planFacts.set(plan, facts)
  return facts
}

function hasExpressions({ expressions }: Pick<ExecutionRecord['plan']['nodes'][number], 'expressions'>): boolean {
  return expressions !== undefined
}
