/** Executions as the routes use them: start from a stored or an unsaved workflow, look at, cancel, run again. */
import { createHash } from 'node:crypto'
import type { ChildRequest, Engine, ExecutionRecord, Known, Launch, Task } from '@millrace/engine'
import { Problem, type Secrets, splitSecrets, type Workflow, type WorkflowNode } from '@millrace/model'
import type { ExecutionHead, ExecutionStore } from '@millrace/store'
import { type Caller, NOBODY } from '../../auth/caller.ts'
import type { Plans } from '../../running/plans.ts'
import type { Vault } from '../../secrets.ts'
import type { Clock, Ids, ServedCatalogue } from '../../services.ts'
import type { Sealer } from '../workflows/sealer.ts'
import type { Workflows } from '../workflows/workflows.ts'

export interface ExecutionsNeeds {
  readonly engine: Engine
  readonly store: ExecutionStore
  readonly workflows: Workflows
  readonly sealer: Sealer
  readonly plans: Plans
  readonly vault: Vault
  readonly catalogue: ServedCatalogue
  readonly make: Clock & Ids
  /** Executions that may wait for room at a time. */
  readonly maxWaiting: number
}

/** How an execution is to be started. */
export interface StartOptions {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number | undefined
  readonly maxSteps?: number | undefined
  /** Pinned data is used instead of running the nodes that have it. */
  readonly isTest?: boolean | undefined
  /** Run from this node on; what comes before it is taken over from an earlier execution. */
  readonly from?: { readonly node: string; readonly execution: string } | undefined
  readonly by: Caller
  /** What else the list of executions should know. */
  readonly about?: Readonly<Record<string, unknown>>
  readonly parent?: ExecutionRecord['parent']
  readonly depth?: number
  /** Make it, but let it wait. */
  readonly waits?: boolean
  /** Brought by whoever must not start twice (a trigger); an execution of this id that exists is left alone. */
  readonly id?: string
}

export type Executions = ReturnType<typeof createExecutions>

const MAX_DEPTH = 16

export function createExecutions(needs: ExecutionsNeeds) {
  const { engine, store, workflows, sealer, plans, vault, catalogue, make } = needs

  async function known(id: string): Promise<Known> {
    const found = await engine.view(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no execution "${id}".` })
    return found
  }

  async function begin(workflow: Prepared, options: StartOptions): Promise<ExecutionRecord> {
    const depth = options.depth ?? 0
    if (depth > MAX_DEPTH) {
      throw new Problem('VALIDATION_ERROR', { message: `Workflows may call each other ${MAX_DEPTH} deep, no deeper.` })
    }
    if ((await store.counts()).pending >= needs.maxWaiting) {
      throw new Problem('TOO_MANY_EXECUTIONS', { retryAfterSeconds: 5 })
    }
    const id = options.id ?? make.uuid()
    const { plan, secrets, workflowId, kanban } = workflow
    const record: ExecutionRecord = {
      id,
      workflowId,
      createdAt: make.now(),
      plan,
      secrets: Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), id),
      depth,
      about: { startedBy: options.by.name, ...(kanban === undefined ? {} : { kanban }), ...options.about },
      ...(options.parent === undefined ? {} : { parent: options.parent }),
    }
    const launch = await launchOf(plan, options)
    if (options.waits === true) await engine.prepare(record, launch)
    else await engine.start(record, launch)
    return record
  }

  async function launchOf(plan: ExecutionRecord['plan'], options: StartOptions): Promise<Launch> {
    const { inputs = {}, timeoutMs, maxSteps, isTest, from } = options
    return {
      inputs,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(isTest === true ? { isTest } : {}),
      ...(from === undefined ? {} : { reused: reusedFrom(plan, await known(from.execution), from.node) }),
    }
  }

  async function stored(idOrName: string): Promise<Prepared> {
    const found = await workflows.get(idOrName)
    const read = () => JSON.parse(found.document) as Workflow
    const plan = plans.ofVersion(found.versionId, read)
    const kanban = found.document.includes('"kanban"') ? read().config?.kanban : undefined
    return { plan, secrets: sealer.open(found, found.id), workflowId: found.id, kanban }
  }

  /** A workflow as an editor holds it; placeholders in it stand for the secrets of the stored one it came from. */
  async function unsaved(workflow: UnsavedWorkflow): Promise<Prepared> {
    const id = typeof workflow.id === 'string' ? workflow.id : ''
    const origin = id === '' ? undefined : await workflows.get(id).catch(() => undefined)
    const kept = origin === undefined ? {} : sealer.open(origin, origin.id)
    const { nodes, secrets } = splitSecrets(workflow.nodes, catalogue, kept)
    const plan = plans.of({ nodes, edges: workflow.edges })
    return { plan, secrets, workflowId: origin?.id ?? '', kanban: workflow.config?.kanban }
  }

  return {
    known,
    /** Starts a stored workflow. Durable when it resolves. */
    start: async (idOrName: string, options: StartOptions) => begin(await stored(idOrName), options),
    /** Starts a workflow that is not stored, or not as it is. */
    startUnsaved: async (workflow: UnsavedWorkflow, options: StartOptions) => begin(await unsaved(workflow), options),
    list: (query: Parameters<ExecutionStore['list']>[0]) => store.list(query),
    head: async (id: string): Promise<ExecutionHead> => {
      const head = await store.head(id)
      if (head === undefined) throw new Problem('NOT_FOUND', { message: `There is no execution "${id}".` })
      return head
    },

    /** Lets a waiting execution go. */
    async release(id: string, options: Pick<StartOptions, 'inputs' | 'timeoutMs' | 'maxSteps'>): Promise<void> {
      await known(id)
      const { inputs, timeoutMs, maxSteps } = options
      const launch = {
        ...(inputs === undefined ? {} : { inputs }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(maxSteps === undefined ? {} : { maxSteps }),
      }
      if (!(await engine.release(id, launch))) throw await over(id)
    },

    async cancel(id: string): Promise<void> {
      await known(id)
      if (!(await engine.cancel(id))) throw await over(id)
    },

    async pause(id: string): Promise<void> {
      await known(id)
      if (!(await engine.pause(id))) throw await over(id)
    },

    async resume(id: string): Promise<void> {
      await known(id)
      if (!(await engine.resume(id))) throw await over(id)
    },

    /** Starts the workflow that a step calls. The id follows from the step, so that a second try finds the first. */
    async startChild(task: Task, { workflow, inputs }: ChildRequest): Promise<string> {
      const id = childId(task)
      if ((await store.head(id)) !== undefined) return id
      const { record } = task
      const parent = { execution: record.id, node: task.node, scope: task.scope }
      const by = { ...NOBODY, name: String(record.about.startedBy ?? '') }
      await begin(await stored(workflow), { id, inputs, by, parent, depth: record.depth + 1 })
      return id
    },

    /** A new execution of the same plan with the same inputs. */
    async rerun(id: string, by: Caller): Promise<ExecutionRecord> {
      const { record, state } = await known(id)
      const secrets: Secrets = record.secrets === null ? {} : JSON.parse(vault.open(record.secrets, record.id))
      const { kanban } = record.about
      return begin(
        { plan: record.plan, secrets, workflowId: record.workflowId, kanban },
        { inputs: state.started?.inputs ?? {}, by, about: { rerunOf: id } },
      )
    },

    /** What a start answers with. The estimate is what recent executions of the workflow took. */
    async started({ id, workflowId, createdAt }: ExecutionRecord) {
      const { status } = (await store.head(id)) ?? { status: 'running' as const }
      const { items } = await store.list({ workflowId, status: 'completed', limit: 20, offset: 0 })
      const took = items.map((item) => item.updatedAt - item.createdAt)
      const expected = took.length === 0 ? 1000 : took.reduce((sum, ms) => sum + ms, 0) / took.length
      return {
        execution_id: id,
        pipelineId: id,
        status,
        started_at: new Date(createdAt).toISOString(),
        estimated_completion: new Date(createdAt + Math.round(expected)).toISOString(),
      }
    },
  }

  async function over(id: string): Promise<Problem> {
    const { state } = await known(id)
    const message = `The execution is ${state.finishedAt === undefined ? 'already under way' : state.status}.`
    return new Problem('EXECUTION_OVER', { message })
  }
}

/** A UUID made of the step that asks, by its attempt: the same question has the same answer. */
function childId({ idempotencyKey }: Task): string {
  const hash = createHash('sha256').update(idempotencyKey).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

interface Prepared {
  readonly plan: ExecutionRecord['plan']
  readonly secrets: Secrets
  readonly workflowId: string
  readonly kanban: unknown
}

export interface UnsavedWorkflow {
  readonly id?: unknown
  readonly nodes: readonly WorkflowNode[]
  readonly edges: Workflow['edges']
  readonly config?: Readonly<Record<string, unknown>>
}

/** Everything that an earlier execution completed and that does not come after the node to run from. */
function reusedFrom(plan: ExecutionRecord['plan'], { state }: Known, nodeId: string): NonNullable<Launch['reused']> {
  const start = plan.nodes.findIndex((node) => node.id === nodeId)
  if (start < 0) throw new Problem('VALIDATION_ERROR', { message: `The workflow has no node "${nodeId}" to run from.` })
  const anew = new Set([start])
  const queue = [start]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const edge of plan.edges) {
      if (edge.from !== at || anew.has(edge.to)) continue
      anew.add(edge.to)
      queue.push(edge.to)
    }
  }
  const reused: Record<string, { outputs: Readonly<Record<string, unknown>>; taken?: readonly string[] }> = {}
  for (const step of state.steps) {
    const id = state.index.plan.nodes[step.node]?.id
    const at = plan.nodes.findIndex((node) => node.id === id)
    if (at < 0 || anew.has(at) || step.scope.path !== '' || step.status !== 'completed') continue
    reused[at] = { outputs: step.outputs ?? {}, ...(step.taken === undefined ? {} : { taken: step.taken }) }
  }
  return reused
}
