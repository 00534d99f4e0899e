/** Runs submitted flows: each is compiled to a plan and becomes an ordinary execution of the engine. */
import { flowInputValues } from '@millrace/agentspec'
import type { ExecutionEngine, Known } from '@millrace/engine'
import { type ErrorDetail, NodeFailure, Problem, parseInSlices, printInSlices } from '@millrace/model'
import type { InterruptStore } from '@millrace/store'
import type { Executions } from '../../executions/executions.ts'
import { queueKeyOf } from '../../platform/caller.ts'
import { VERSION } from '../../platform/version.ts'
import type { Workers } from '../../platform/workers/workers.ts'
import { deadlineFor, isLarge } from '../large-documents.ts'
import { namedBy } from '../registry/named-components.ts'
import { agentItem, toolItem } from '../registry/registered.ts'
import type { ToolRegistry } from '../registry/registry.ts'
import type { FlowRuntime, Submission } from '../runtime-port.ts'
import { type AcceptedFlow, accept, readRoot, type Unreadable } from './accept-flow.ts'
import { flowLaunch } from './compiled-flow.ts'
import type { FlowUpdates } from './flow-updates.ts'
import { recordOf, resultsIn } from './flow-view.ts'
import { earlierRecord, earlierResults, isEarlier } from './legacy-flows.ts'
import { flowStatus, type InnerQuestion } from './node-records.ts'

export interface SubmissionsNeeds {
  readonly engine: ExecutionEngine
  readonly executions: Pick<Executions, 'startFlow'>
  readonly interrupts: Pick<InterruptStore, 'list'>
  readonly registry: ToolRegistry
  readonly feed: FlowUpdates
  /** Whether a workflow of this id or name is stored. */
  readonly hasWorkflow: (idOrName: string) => Promise<boolean>
  readonly workers: Workers
}

const MAX_DETAILS = 100
const MAX_QUESTIONS = 100

export function createSubmissions(needs: SubmissionsNeeds): FlowRuntime {
  const { engine, registry } = needs

  /** The compiled document, or all errors that prevent it from running. */
  async function accepted(document: unknown, caller: string): Promise<AcceptedFlow | Unreadable> {
    if (isLarge(document)) return acceptedInThread(await printInSlices(document), caller)
    const read = readRoot(document)
    if (read.errors !== undefined) return read
    const { root, isAgent } = read
    const made = accept({ root, isAgent, named: await namedBy(read.names, registry) })
    return withoutMissing(made, read.workflows)
  }

  async function acceptedInThread(document: string, caller: string): Promise<AcceptedFlow | Unreadable> {
    const options = { deadlineMs: deadlineFor(document), caller }
    const read = await needs.workers.run('read-flow', { document }, options)
    if (read.errors !== undefined) return read
    const { root, isAgent } = read
    const named = JSON.stringify(await namedBy(read.names, registry))
    const made = await needs.workers.run('accept-flow', { root, isAgent, named }, options)
    return withoutMissing((await parseInSlices(made)) as AcceptedFlow | Unreadable, read.workflows)
  }

  async function withoutMissing(made: AcceptedFlow | Unreadable, workflows: readonly string[]) {
    const missing: string[] = []
    for (const name of workflows) {
      if (!(await needs.hasWorkflow(name))) missing.push(`The workflow "${name}" does not exist`)
    }
    const errors = [...('errors' in made ? made.errors : []), ...missing]
    return errors.length > 0 ? { errors } : made
  }

  async function known(id: string): Promise<Known> {
    const found = await engine.view(id)
    if (found === undefined || found.record.about.agentspec === undefined) throw notFound(id)
    return found
  }

  /** Open questions of nested executions, by execution. */
  async function questionsInside({ record, state }: Known): Promise<Map<string, InnerQuestion[]>> {
    const inside = new Map<string, InnerQuestion[]>()
    if (state.finishedAt !== undefined) return inside
    const query = { executionId: record.id, status: 'pending', limit: MAX_QUESTIONS, offset: 0, order: 'asc' } as const
    for (const row of (await needs.interrupts.list(query)).items) {
      if (row.executionId === record.id) continue
      const rootNode = (await engine.history(row.executionId))?.record.about.rootNode ?? ''
      const question = { interruptId: row.id, rootNode, type: row.question.type }
      inside.set(row.executionId, [...(inside.get(row.executionId) ?? []), question])
    }
    return inside
  }

  return {
    async execute(submission) {
      const { document, by, timeoutMs, maxSteps } = submission
      const flow = await accepted(document, queueKeyOf(by))
      if ('errors' in flow) throw refused(flow.errors)
      const inputs = flowLaunch(flow, inputsOf(flow, submission))
      const about = { agentspec: flow.name }
      const { id } = await needs.executions.startFlow(flow, { inputs, timeoutMs, maxSteps, by, about })
      return { id, status: 'running' }
    },
    async status(id) {
      const found = await known(id)
      if (isEarlier(found.record)) return earlierRecord(found)
      return recordOf(found, [...(await questionsInside(found)).values()].flat())
    },
    async cancel(id) {
      await known(id)
      if (await engine.cancel(id)) return
      throw new Problem('EXECUTION_OVER', { message: `The execution is ${flowStatus((await known(id)).state)}.` })
    },
    async results(id) {
      const found = await known(id)
      const results = isEarlier(found.record) ? earlierResults(found) : resultsIn(found.state)
      if (results !== undefined) return results
      throw new Problem('NOT_FOUND', { message: `There are no results: the execution is ${flowStatus(found.state)}.` })
    },
    follow: (id, signal) =>
      needs.feed.follow(id, {
        signal,
        load: async () => {
          const found = await known(id)
          return { plan: found.record.plan, events: found.events, inside: await questionsInside(found) }
        },
      }),
    async problemsIn(document, caller) {
      const made = await accepted(document, caller)
      return 'errors' in made ? made.errors : []
    },
    agents: async () => (await registry.agents()).map(agentItem),
    tools: async () => (await registry.tools()).map(toolItem),
    health: async () => ({ runtime: 'millrace', version: VERSION }),
  }
}

function notFound(id: string): Problem {
  return new Problem('NOT_FOUND', { message: `The Agent Spec execution "${id}" does not exist.` })
}

/** The inputs cast for the flow; invalid ones are rejected before anything is started. */
function inputsOf({ name, inputs: properties }: AcceptedFlow, { inputs }: Submission) {
  const titles = new Set(properties.map(({ title }) => title))
  const unknown = Object.keys(inputs).find((key) => !titles.has(key))
  if (unknown !== undefined) throw badInputs(`The flow has no input "${unknown}".`)
  try {
    return flowInputValues(
      { kind: 'flow', id: '', name, startNode: '', nodes: [], controlFlow: [], inputs: properties },
      inputs,
    )
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
  return new Problem('VALIDATION_ERROR', { message: `The flow is invalid: ${errors[0] ?? 'it is empty'}.`, details })
}
