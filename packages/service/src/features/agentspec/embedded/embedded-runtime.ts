/** Runs flows here: each is an execution of the engine like any other, durable, watched and cancelled the same way. */
import { flowInputValues } from '@millrace/agentspec'
import type { Engine, Known, ExecutionRecord as StoredRecord } from '@millrace/engine'
import { type ErrorDetail, NodeFailure, Problem, parseInSlices, printInSlices } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import { queueKeyOf } from '../../../auth/caller.ts'
import type { Clock, Ids } from '../../../given.ts'
import type { Vault } from '../../../secrets.ts'
import { VERSION } from '../../../version.ts'
import type { Workers } from '../../../workers/workers.ts'
import { deadlineFor, isLarge } from '../large-documents.ts'
import { agentItem, toolItem } from '../registry/registered.ts'
import type { ToolRegistry } from '../registry/registry.ts'
import type { FlowRuntime, Submission } from '../runtime-port.ts'
import { type AcceptedFlow, accept, readRoot, type Unreadable } from './accept-flow.ts'
import type { FlowFeed } from './flow-feed.ts'
import { FLOW_NODE, flowConfigOf } from './flow-record.ts'
import { configOf, notFound, recordOf, resultsIn, statusOf } from './flow-view.ts'
import { namedBy } from './names-in.ts'

export interface EmbeddedNeeds {
  readonly engine: Engine
  readonly store: Pick<ExecutionStore, 'counts'>
  readonly registry: ToolRegistry
  readonly feed: FlowFeed
  readonly vault: Vault
  readonly make: Clock & Ids
  readonly maxWaiting: number
  /** Whether a workflow of this id or name is stored. */
  readonly hasWorkflow: (idOrName: string) => Promise<boolean>
  readonly workers: Workers
}

interface Accepting {
  readonly maxSteps?: number | undefined
  /** Whose turn it is when several wait for a thread. */
  readonly caller: string
}

const MAX_DETAILS = 100

export function createEmbeddedRuntime(needs: EmbeddedNeeds): FlowRuntime {
  const { engine, store, registry, vault, make } = needs

  /** The document as it would run, or everything that keeps it from running. */
  async function accepted(document: unknown, { maxSteps, caller }: Accepting): Promise<AcceptedFlow | Unreadable> {
    if (isLarge(document)) return acceptedInThread(await printInSlices(document), { maxSteps, caller })
    const read = readRoot(document)
    if (read.errors !== undefined) return read
    const { root, isAgent } = read
    const made = accept({ root, isAgent, named: await namedBy(read.names, registry), maxSteps })
    return withoutMissing(made, read.workflows)
  }

  async function acceptedInThread(document: string, { maxSteps, caller }: Accepting) {
    const options = { deadlineMs: deadlineFor(document), caller }
    const read = await needs.workers.run('read-flow', { document }, options)
    if (read.errors !== undefined) return read
    const { root, isAgent } = read
    const named = JSON.stringify(await namedBy(read.names, registry))
    const made = await needs.workers.run('accept-flow', { root, isAgent, named, maxSteps }, options)
    return withoutMissing((await parseInSlices(made)) as AcceptedFlow | Unreadable, read.workflows)
  }

  async function withoutMissing(made: AcceptedFlow | Unreadable, workflows: readonly string[]) {
    const missing: string[] = []
    for (const name of workflows) {
      if (!(await needs.hasWorkflow(name))) missing.push(`There is no workflow "${name}" that could be run as a flow`)
    }
    const errors = [...('errors' in made ? made.errors : []), ...missing]
    return errors.length > 0 ? { errors } : made
  }

  async function known(id: string): Promise<Known> {
    const found = await engine.view(id)
    if (found === undefined) throw notFound(id)
    configOf(found.record)
    return found
  }

  return {
    async execute(submission) {
      const { document, by, maxSteps } = submission
      const flow = await accepted(document, { maxSteps, caller: by.id })
      if ('errors' in flow) throw refused(flow.errors)
      const inputs = inputsOf(flow, submission)
      if ((await store.counts()).pending >= needs.maxWaiting) {
        throw new Problem('TOO_MANY_EXECUTIONS', { retryAfterSeconds: 5 })
      }
      const id = make.uuid()
      const { plan, secrets } = flow
      const record: StoredRecord = {
        id,
        workflowId: '',
        createdAt: make.now(),
        plan,
        secrets: secrets === '' ? null : vault.seal(secrets, id),
        depth: 0,
        about: { startedBy: by.name, queueKey: queueKeyOf(by), agentspec: flow.name },
      }
      const { timeoutMs } = submission
      await engine.start(record, {
        inputs: { [FLOW_NODE]: { values: inputs } },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      })
      return { id, status: 'running' }
    },
    status: async (id) => recordOf(await known(id)),
    async cancel(id) {
      const { state } = await known(id)
      if (!(await engine.cancel(id))) {
        throw new Problem('EXECUTION_OVER', {
          message: `The execution is ${statusOf((await known(id)).state ?? state)}.`,
        })
      }
    },
    async results(id) {
      const { state } = await known(id)
      const results = resultsIn(state)
      if (results !== undefined) return results
      throw new Problem('NOT_FOUND', { message: `There are no results: the execution is ${statusOf(state)}.` })
    },
    follow: (id, signal) => needs.feed.follow(id, { signal, load: () => known(id) }),
    async problemsIn(document, caller) {
      const made = await accepted(document, { caller })
      return 'errors' in made ? made.errors : []
    },
    agents: async () => (await registry.agents()).map(agentItem),
    tools: async () => (await registry.tools()).map(toolItem),
    health: async () => ({ runtime: 'millrace', version: VERSION }),
  }
}

/** The inputs as the flow takes them; refused before anything is started. */
function inputsOf(
  { plan, inputs: properties }: AcceptedFlow,
  { inputs }: Submission,
): Readonly<Record<string, unknown>> {
  const titles = new Set(properties.map(({ title }) => title))
  const unknown = Object.keys(inputs).find((key) => !titles.has(key))
  if (unknown !== undefined) throw badInputs(`The flow has no input "${unknown}".`)
  const flow = flowConfigOf({ plan })?.flow
  if (flow === undefined) return inputs
  try {
    return flowInputValues(flow, inputs)
  } catch (error) {
    throw error instanceof NodeFailure ? badInputs(error.message) : error
  }
}

function badInputs(message: string): Problem {
  return new Problem('VALIDATION_ERROR', { message, details: [{ code: 'BAD_INPUT', message, path: '/inputs' }] })
}

function refused(errors: readonly string[]): Problem {
  const details = errors
    .slice(0, MAX_DETAILS)
    .map((message): ErrorDetail => ({ code: 'INVALID_FLOW', message, path: '/flow' }))
  return new Problem('VALIDATION_ERROR', { message: `The flow cannot run: ${errors[0] ?? 'it is empty'}.`, details })
}
