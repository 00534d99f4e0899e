/** Clients that start, save, look and cancel until the service is gone, and remember what they were promised. */
import type { Random } from '@millrace/engine/testing/random'
import type { CorpusWorkflow } from './crash-corpus.ts'
import type { CheckedService } from './crash-service.ts'

/** An execution whose start the service acknowledged. */
export interface Promised {
  readonly id: string
  readonly token: string
  readonly workflow: CorpusWorkflow
  cancel: 'not asked' | 'asked' | 'promised'
  /** When that was promised. */
  cancelledAt: number
  /** Jobs that were seen completed: when, by id. */
  readonly seen: Map<string, string>
}

/** A workflow that one client saves again and again. */
export interface Saved {
  readonly id: string
  asked: number
  promised: number
  revision: number
}

export interface Memory {
  /** Executions that have not been checked at their end. */
  readonly open: Map<string, Promised>
  readonly saved: Saved[]
  readonly counts: { started: number; saves: number; cancels: number; looks: number; refused: string[] }
  /** The number of starts that were requested; each has its own token. */
  tokens: number
}

export function emptyMemory(): Memory {
  return {
    open: new Map(),
    saved: [],
    counts: { started: 0, saves: 0, cancels: 0, looks: 0, refused: [] },
    tokens: 0,
  }
}

/** More than this at a time would measure the load and not the crash. */
export const MAX_OPEN = 150

export interface Load {
  readonly service: CheckedService
  readonly workflows: readonly CorpusWorkflow[]
  readonly memory: Memory
  readonly random: Random
  /** Clients continue after a failed request, because other processes still serve them. */
  readonly continues?: boolean
  isOver: boolean
}

/** One client, until the load is over; a client of one service also stops when the service does not answer. */
export async function client(load: Load, number: number): Promise<void> {
  while (!load.isOver) {
    try {
      await act(load, number)
    } catch {
      // Cut off in the middle: nothing was promised. (An answer that cannot be read is none either.)
      if (load.continues !== true) return
    }
    await new Promise((resolve) => setTimeout(resolve, load.random.below(8)))
  }
}

function act(load: Load, number: number): Promise<void> {
  const chance = load.random.next()
  if (chance < 0.2) return save(load, number)
  if (chance < 0.4) return look(load)
  if (chance < 0.45) return cancel(load)
  return load.memory.open.size < MAX_OPEN ? startOne(load) : look(load)
}

async function startOne({ service, workflows, memory, random }: Load): Promise<void> {
  const workflow = workflows[random.below(workflows.length)] as CorpusWorkflow
  const token = `t${memory.tokens++}`
  const answer = await service.call('POST', `/workflows/${workflow.name}/execute`, { inputs: workflow.launch(token) })
  if (answer.status !== 202) {
    memory.counts.refused.push(
      `start of ${workflow.name}: ${answer.status} ${JSON.stringify(answer.body)} ${service.log}`,
    )
    return
  }
  const id = String(answer.body.data.execution_id)
  memory.open.set(id, {
    id,
    token,
    workflow,
    cancel: 'not asked',
    cancelledAt: Number.POSITIVE_INFINITY,
    seen: new Map(),
  })
  memory.counts.started++
}

async function save({ service, memory }: Load, number: number): Promise<void> {
  const own = memory.saved[number]
  if (own === undefined) return
  const next = ++own.asked
  const answer = await service.call('PUT', `/workflows/${own.id}`, { description: `save ${next}` })
  if (answer.status !== 200) {
    memory.counts.refused.push(`save: ${answer.status} ${JSON.stringify(answer.body)} ${service.log}`)
    return
  }
  own.promised = next
  own.revision = answer.body.data.revision
  memory.counts.saves++
}

function anyOf({ memory, random }: Load): Promised | undefined {
  return [...memory.open.values()][random.below(memory.open.size)]
}

async function look(load: Load): Promise<void> {
  const one = anyOf(load)
  if (one === undefined) return
  const answer = await load.service.call('GET', `/pipelines/${one.id}`)
  load.memory.counts.looks++
  if (answer.status !== 200) load.memory.counts.refused.push(`look at ${one.id}: ${answer.status}`)
  for (const job of answer.body.jobs ?? []) if (job.status === 'completed') one.seen.set(job.id, job.completed)
}

async function cancel(load: Load): Promise<void> {
  const one = anyOf(load)
  if (one === undefined || one.cancel !== 'not asked') return
  one.cancel = 'asked'
  const { status } = await load.service.call('POST', `/pipelines/${one.id}/cancel`)
  if (status === 200) {
    one.cancel = 'promised'
    one.cancelledAt = Date.now()
  } else if (status === 409) one.cancel = 'not asked'
  else load.memory.counts.refused.push(`cancel of ${one.id}: ${status}`)
  load.memory.counts.cancels++
}
