/** Runs flows here: each is an execution of the engine like any other, durable, watched and cancelled the same way. */
import { type Flow, flowInputs, flowInputValues, flowOfAgent, readAgentSpec, validateFlow } from '@millrace/agentspec'
import type { Engine, Known, ExecutionRecord as StoredRecord } from '@millrace/engine'
import { type ErrorDetail, NodeFailure, Problem } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import type { Clock, Ids } from '../../../given.ts'
import type { Vault } from '../../../secrets.ts'
import { VERSION } from '../../../version.ts'
import { agentItem, toolItem } from '../registry/registered.ts'
import type { ToolRegistry } from '../registry/registry.ts'
import type { FlowRuntime, Submission } from '../runtime-port.ts'
import type { FlowFeed } from './flow-feed.ts'
import { FLOW_NODE, planOf } from './flow-record.ts'
import { configOf, notFound, recordOf, resultsIn, statusOf } from './flow-view.ts'
import { type Named, namedIn, registryOf, workflowsIn } from './names-in.ts'

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
}

interface Checked {
  readonly flow: Flow
  readonly named: Named
  readonly errors: readonly string[]
}

const MAX_DETAILS = 100

export function createEmbeddedRuntime(needs: EmbeddedNeeds): FlowRuntime {
  const { engine, store, registry, vault, make } = needs

  async function checked(
    document: unknown,
  ): Promise<Checked | { readonly errors: readonly string[]; readonly flow?: undefined }> {
    const read = readAgentSpec(document)
    if (read.errors !== undefined) return { errors: read.errors }
    const root = read.flow ?? read.agent
    if (root === undefined) return { errors: ['The document has no flow and no agent'] }
    const named = await namedIn(root, registry)
    const flow = read.flow ?? flowOfAgent(root, { registry: registryOf(named), isConversation: true })
    const { errors } = validateFlow(flow, registryOf(named))
    return { flow, named, errors: [...errors, ...(await missingWorkflows(flow))] }
  }

  async function missingWorkflows(flow: Flow): Promise<string[]> {
    const missing: string[] = []
    for (const name of workflowsIn(flow)) {
      if (!(await needs.hasWorkflow(name))) missing.push(`There is no workflow "${name}" that could be run as a flow`)
    }
    return missing
  }

  async function known(id: string): Promise<Known> {
    const found = await engine.view(id)
    if (found === undefined) throw notFound(id)
    configOf(found.record)
    return found
  }

  return {
    async execute(submission) {
      const { document, by } = submission
      const read = await checked(document)
      if (read.flow === undefined || read.errors.length > 0) throw refused(read.errors)
      const inputs = inputsOf(read.flow, submission)
      if ((await store.counts()).pending >= needs.maxWaiting) {
        throw new Problem('TOO_MANY_EXECUTIONS', { retryAfterSeconds: 5 })
      }
      const id = make.uuid()
      const { plan, secrets } = planOf({ ...read, maxSteps: submission.maxSteps })
      const record: StoredRecord = {
        id,
        workflowId: '',
        createdAt: make.now(),
        plan,
        secrets: Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), id),
        depth: 0,
        about: { startedBy: by.name, agentspec: read.flow.name },
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
    problemsIn: async (document) => (await checked(document)).errors,
    agents: async () => (await registry.agents()).map(agentItem),
    tools: async () => (await registry.tools()).map(toolItem),
    health: async () => ({ runtime: 'millrace', version: VERSION }),
  }
}

/** The inputs as the flow takes them; refused before anything is started. */
function inputsOf(flow: Flow, { inputs }: Submission): Readonly<Record<string, unknown>> {
  const titles = new Set(flowInputs(flow).map(({ title }) => title))
  const unknown = Object.keys(inputs).find((key) => !titles.has(key))
  if (unknown !== undefined) throw badInputs(`The flow has no input "${unknown}".`)
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
