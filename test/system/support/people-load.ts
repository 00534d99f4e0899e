/** People who answer questions and send messages until the service is killed, and record its acknowledgements. */
import type { Random } from '@millrace/engine/testing/random'
import { type Answer, type CrashService, poll } from './crash-service.ts'
import { drawing } from './drawing.ts'

/** Asks for a text and puts it among the outputs. */
export const ASKED = drawing(
  'asked',
  [
    { id: 'ask', type: 'text_prompt', config: { message: 'What is it?' } },
    { id: 'answer', type: 'output', config: { name: 'answer' } },
  ],
  'ask.text -> answer.value',
)

/** Acknowledges the message, asks for a text and repeats it; stores both in memory. */
export const TALK = drawing(
  'talk',
  [
    { id: 'in', type: 'chat_input' },
    { id: 'heard', type: 'chat_output' },
    { id: 'first', type: 'conversation_memory', config: { maxMessages: 1000 } },
    { id: 'ask', type: 'text_prompt', config: { message: 'What is it?' } },
    { id: 'second', type: 'conversation_memory', config: { maxMessages: 1000 } },
    { id: 'out', type: 'chat_output' },
  ],
  `in.message -> heard.message
  in.message -> first.message
  first.trigger -> ask.trigger
  ask.text -> second.message
  ask.text -> out.message
  second.trigger -> out.trigger`,
)

/** The same with a workflow that it calls: that one asks. */
export const CALLS = drawing(
  'calls',
  [
    { id: 'in', type: 'chat_input' },
    { id: 'heard', type: 'chat_output' },
    { id: 'call', type: 'sub_workflow', config: { workflow: 'asked' } },
    { id: 'out', type: 'chat_output' },
  ],
  `in.message -> heard.message
  heard.trigger -> call.trigger
  call.outputs -> out.message`,
)

/** What became of something that was sent: promised, refused, or cut off before anybody knew. */
export type Outcome = 'kept' | 'refused' | 'lost'

export interface Sent {
  readonly text: string
  readonly outcome: Outcome
}

export interface Memory {
  /** Executions whose start the service acknowledged. */
  readonly executions: Set<string>
  /** What was sent as an answer, by question. */
  readonly answers: Map<string, Sent[]>
  /** The sent messages by session. */
  readonly said: Map<string, Sent[]>
  readonly violations: string[]
  texts: number
}

export function emptyMemory(): Memory {
  return { executions: new Set(), answers: new Map(), said: new Map(), violations: [], texts: 0 }
}

export interface Load {
  readonly service: CrashService
  readonly memory: Memory
  readonly random: Random
  isOver: boolean
}

const MAX_PENDING = 60

/** One person, until the load is over or the service does not answer. */
export async function person(load: Load): Promise<void> {
  while (!load.isOver) {
    try {
      await act(load)
    } catch {
      // Cut off in the middle; what was sent has been written down as lost.
      return
    }
    await new Promise((resolve) => setTimeout(resolve, load.random.below(6)))
  }
}

async function act(load: Load): Promise<void> {
  const chance = load.random.next()
  if (chance < 0.2) return begin(load)
  if (chance < 0.45) return talk(load, anyKey(load, load.memory.said))
  const pending = await pendingQuestions(load.service)
  const question = pending[load.random.below(pending.length)]
  if (question === undefined) return
  // Now and then two at the same moment: one of them comes too late.
  const both = [answer(load, question), ...(load.random.chance(0.2) ? [answer(load, question)] : [])]
  const [failed] = (await Promise.allSettled(both)).filter(({ status }) => status === 'rejected')
  if (failed !== undefined) throw new Error('cut off')
}

function anyKey({ random }: Load, map: ReadonlyMap<string, unknown>): string {
  return [...map.keys()][random.below(map.size)] ?? ''
}

async function begin({ service, memory }: Load): Promise<void> {
  const { status, body } = await service.call('POST', '/workflows/asked/execute')
  if (status === 202) memory.executions.add(body.data.execution_id)
  else memory.violations.push(`start: ${status} ${JSON.stringify(body)}`)
}

/** Sends a message to a session; rejected while it is busy. */
export async function talk({ service, memory }: Load, session: string): Promise<void> {
  const content = `said ${memory.texts++}`
  const path = `/playground/sessions/${session}/messages`
  await told(memory, { on: memory.said, key: session, text: content }, () => service.call('POST', path, { content }))
}

export async function answer({ service, memory }: Load, question: string): Promise<void> {
  const value = `answer ${memory.texts++}`
  const path = `/interrupts/${question}`
  await told(memory, { on: memory.answers, key: question, text: value }, () => service.call('POST', path, { value }))
}

interface Note {
  readonly on: Map<string, Sent[]>
  readonly key: string
  readonly text: string
}

async function told({ violations }: Memory, { on, key, text }: Note, ask: () => Promise<Answer>): Promise<void> {
  const list = on.get(key) ?? []
  on.set(key, list)
  const found = await ask().catch(() => undefined)
  const outcome = found === undefined ? 'lost' : found.status === 200 ? 'kept' : 'refused'
  list.push({ text, outcome })
  if (found === undefined) throw new Error('cut off')
  if (found.status !== 200 && found.status !== 409) {
    violations.push(`${text}: ${found.status} ${JSON.stringify(found.body)}`)
  }
}

export async function pendingQuestions(service: CrashService): Promise<string[]> {
  const { body } = await service.call('GET', `/interrupts?limit=${MAX_PENDING}`)
  return body.data.map(({ id }: { id: string }) => id)
}

/** Answers open questions until nothing runs; returns what is left at the deadline. */
export async function settle(load: Load, ms: number): Promise<string[]> {
  const { service, memory } = load
  let left: string[] = []
  await poll(async () => {
    await Promise.all((await pendingQuestions(service)).map((question) => answer(load, question)))
    left = []
    for (const status of ['pending', 'running']) {
      const { body } = await service.call('GET', `/executions?status=${status}&limit=100`)
      left.push(...body.data.map(({ id }: { id: string }) => `execution ${id} is still ${status}`))
    }
    for (const id of memory.said.keys()) {
      const { body } = await service.call('GET', `/playground/sessions/${id}`)
      if (body.data.status !== 'idle') left.push(`session ${id} is still ${body.data.status}`)
    }
    return left.length === 0 ? true : undefined
  }, ms)
  return left
}
