/**
 * What a step of Agent Spec keeps while it runs. It may be cut off anywhere and is then run from its start.
 *
 * R1 A call that must not be made twice is on disk before it is made; cut off, it fails instead of being made again. The
 *    result of a step that made such a call is on disk before the step ends.
 * R2 A question is on disk, with the path of who asks it, before it is asked: the reply of that number is for that path.
 *
 * Paths begin with `1` and name places in the step: `1` is the node itself, `1/turn:0` the first answer of its agent,
 * `1/turn:0/call:1` the second call that this answer wants. Histories contain them, so they must not change.
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
  /** Numbers of questions by the path of who asked. */
  readonly #asked = new Map<string, number>()
  #hasBegun = false

  constructor(context: Context) {
    this.#context = context
    for (const [key, note] of Object.entries(context.notes)) {
      if (key.startsWith(QUESTION_NOTE) && isObject(note))
        this.#asked.set(String(note.path), Number(key.slice(QUESTION_NOTE.length)))
    }
  }

  /** The reply to a question (R2); throws `Waiting` as long as there is none. */
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

  /** What an earlier run of the step came to, if it was kept (R1). */
  get result(): StepResult | undefined {
    const noted = this.#context.notes[ROOT]
    if (!isObject(noted) || noted.status !== 'completed' || !isObject(noted.outputs)) return undefined
    return { outputs: noted.outputs, ...(typeof noted.branch === 'string' ? { branch: noted.branch } : {}) }
  }

  async noteResult({ outputs, branch }: StepResult): Promise<void> {
    if (this.#hasBegun)
      await this.note(ROOT, { status: 'completed', outputs, ...(branch === undefined ? {} : { branch }) })
  }

  /** Called before an effect (R1). */
  async begin(path: string, mayRunAgain: boolean): Promise<void> {
    if (mayRunAgain) return
    const key = `${path}!`
    if (this.#context.notes[key] !== undefined) {
      throw new NodeFailure(
        'INTERRUPTED_BY_CRASH',
        'The service stopped while this call was being made. It may have taken effect, or not.',
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
    // A node that an agent uses as a tool has no notes; the agent keeps its calls.
    if (this.#context.toolsFor === undefined) return
    try {
      await this.#context.note(key, value)
    } catch (error) {
      throw new Stopped(error)
    }
  }
}

/** The answer of a person; a question that was dismissed or that expired is a failure. */
export function answerIn(reply: Reply): unknown {
  if (reply.status === 'answered') return reply.value
  const how = reply.status === 'expired' ? 'has expired' : 'was dismissed'
  throw new NodeFailure('INTERRUPT_CANCELLED', `The question ${how}.`)
}
