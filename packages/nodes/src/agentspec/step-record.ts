/**
 * The persistent record of an Agent Spec step. A step may be interrupted anywhere and is then run again from its start.
 *
 * R1 A call that must not be repeated is persisted before it is made; if interrupted, it fails instead of being repeated.
 *    The result of a step that made such a call is persisted before the step ends.
 * R2 A question is persisted with the path that asks it before it is asked; replies are matched to paths by number.
 *
 * Paths begin with `1` and name positions in the step: `1` is the node itself, `1/turn:0` the first model response of its
 * agent, `1/turn:0/call:1` the second tool call of that response. Journals contain them, so they must not change.
 */
import { isObject, NodeFailure, type Question, type Reply, type RunContext } from '@millrace/model'
import { Stopped, Waiting } from '../running/interruption.ts'
import type { StepResult } from './step-result.ts'

/** The path of the node itself. */
export const ROOT = '1'

const QUESTION_NOTE = 'ask:'

type Context = Pick<RunContext, 'notes' | 'note' | 'replies' | 'idempotencyKey' | 'effects' | 'toolsFor'>

export class StepRecord {
  readonly #context: Context
  /** Question numbers by the path that asked. */
  readonly #asked = new Map<string, number>()
  #hasBegun = false

  constructor(context: Context) {
    this.#context = context
    for (const [key, note] of Object.entries(context.notes)) {
      if (key.startsWith(QUESTION_NOTE) && isObject(note))
        this.#asked.set(String(note.path), Number(key.slice(QUESTION_NOTE.length)))
    }
  }

  /** Returns the reply to a question (R2); throws `Waiting` until there is one. */
  ask(path: string, question: Question): Reply {
    const number = this.#asked.get(path)
    const reply = number === undefined ? undefined : this.#context.replies[number]
    if (reply === undefined) throw new Waiting(path, question, number !== undefined)
    return reply
  }

  async noteQuestion({ path, question, isAsked }: Waiting): Promise<void> {
    if (isAsked) return
    await this.note(`${QUESTION_NOTE}${this.#context.replies.length}`, { path, type: question.type })
  }

  /** The persisted result of an earlier run of the step, if any (R1). */
  get result(): StepResult | undefined {
    const noted = this.#context.notes[ROOT]
    if (!isObject(noted) || noted.status !== 'completed' || !isObject(noted.outputs)) return undefined
    return { outputs: noted.outputs, ...(typeof noted.branch === 'string' ? { branch: noted.branch } : {}) }
  }

  async noteResult({ outputs, branch }: StepResult): Promise<void> {
    if (this.#hasBegun)
      await this.note(ROOT, { status: 'completed', outputs, ...(branch === undefined ? {} : { branch }) })
  }

  /** Must be called before a side effect (R1). */
  async begin(path: string, mayRunAgain: boolean): Promise<void> {
    if (mayRunAgain) return
    const key = `${path}!`
    if (this.#context.notes[key] !== undefined) {
      throw new NodeFailure(
        'INTERRUPTED_BY_CRASH',
        'The service stopped during this call. The call may or may not have taken effect.',
      )
    }
    await this.note(key, { at: this.#context.effects.now() })
    if (path === ROOT) this.#hasBegun = true
  }

  /** The idempotency key of a call. */
  keyOf(path: string): string {
    return `${this.#context.idempotencyKey}:${path}`
  }

  async note(key: string, value: unknown): Promise<void> {
    // A node that an agent calls as a tool has no notes; the agent records its calls.
    if (this.#context.toolsFor === undefined) return
    try {
      await this.#context.note(key, value)
    } catch (error) {
      throw new Stopped(error)
    }
  }
}

/** Returns the answer; throws if the question was dismissed or expired. */
export function answerIn(reply: Reply): unknown {
  if (reply.status === 'answered') return reply.value
  const how = reply.status === 'expired' ? 'has expired' : 'was dismissed'
  throw new NodeFailure('INTERRUPT_CANCELLED', `The question ${how}.`)
}
