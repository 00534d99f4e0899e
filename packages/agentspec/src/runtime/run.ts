/**
 * One run of a flow, from its start or taken up again. It may be cut off anywhere and is then run from the start; what
 * it finds in its notes it does not do again.
 *
 * R1 A visit of a node that ended is on disk before anything follows from it, and is not made again.
 * R2 An effect that must not happen twice is on disk before it is begun; cut off, it is a failure and not a second try.
 * R3 A question is on disk, with who asks it, before it is asked: the reply of that number is for that asker.
 * R4 All else follows from the document, the inputs, the notes and the replies: whatever cut it off, it ends the same.
 *
 * Keys of notes: `<n>` is visit n of the flow; below it stand the visits of what it holds (`<n>/<m>`, with a number for
 * the item or branch `<n>[i]/<m>`), the turns of agents (`<n>/turn:<t>`) and their calls; `ask:<q>` is question q.
 */
import { isObject, NodeFailure, type Question, type Reply } from '@millrace/model'
import type { Flow } from '../components.ts'
import { type Compiled, compile } from './compiled.ts'
import type { Host, RunLimits } from './host.ts'
import { type Asker, BoundReached, Stopped, Waiting } from './passing.ts'

const ASK_NOTE = 'ask:'

/** Who asked a question, as it is kept. */
export interface AskNote extends Asker {
  readonly type: Question['type']
}

export class Run {
  readonly host: Host
  readonly limits: RunLimits
  steps = 0
  readonly #asked = new Map<string, number>()
  readonly #graphs = new Map<Flow, Compiled>()

  constructor(host: Host, limits: RunLimits) {
    this.host = host
    this.limits = limits
    for (const [key, note] of Object.entries(host.notes)) {
      if (key.startsWith(ASK_NOTE) && isObject(note))
        this.#asked.set(String(note.path), Number(key.slice(ASK_NOTE.length)))
    }
  }

  graph(flow: Flow): Compiled {
    const graph = this.#graphs.get(flow) ?? compile(flow, this.host.registry)
    this.#graphs.set(flow, graph)
    return graph
  }

  async note(key: string, value: unknown): Promise<void> {
    try {
      await this.host.note(key, value)
    } catch (error) {
      throw new Stopped(error)
    }
  }

  /** Counts visits of nodes; those of an earlier run count too. */
  count(steps = 1): void {
    this.steps += steps
    const { maxSteps } = this.limits
    if (this.steps > maxSteps) {
      throw new BoundReached('STEP_LIMIT', `The flow has visited ${maxSteps} nodes and may visit no more.`)
    }
  }

  /** R3: the reply to a question of this asker; throws `Waiting` as long as there is none. */
  ask(asker: Asker, question: Question): Reply {
    const number = this.#asked.get(asker.path)
    const reply = number === undefined ? undefined : this.host.replies[number]
    if (reply === undefined) throw new Waiting(asker, question, number !== undefined)
    return reply
  }

  /** Writes down who asks next. */
  async noteAsking({ asker, question, isAsked }: Waiting): Promise<void> {
    if (isAsked) return
    const note: AskNote = { path: asker.path, trail: asker.trail, type: question.type }
    await this.note(`${ASK_NOTE}${this.host.replies.length}`, note)
  }

  /** R2: what must not happen twice is begun once. */
  async begin(path: string, mayRunAgain: boolean): Promise<void> {
    if (mayRunAgain) return
    const key = `${path}!`
    if (this.host.notes[key] !== undefined) {
      throw new NodeFailure(
        'INTERRUPTED_BY_CRASH',
        'The service stopped while this call was being made. It may have taken effect, or not.',
      )
    }
    await this.note(key, { at: this.host.now() })
  }

  keyOf(path: string): string {
    return `${this.host.idempotencyKey}:${path}`
  }
}

/** The note about question `number`. */
export function askNoteIn(notes: Readonly<Record<string, unknown>>, number: number): AskNote | undefined {
  const note = notes[`${ASK_NOTE}${number}`]
  return isObject(note) && Array.isArray(note.trail) ? (note as unknown as AskNote) : undefined
}

/** What a person answered; a question that was dismissed or ran out of time is a failure. */
export function answerIn(reply: Reply): unknown {
  if (reply.status === 'answered') return reply.value
  const how = reply.status === 'expired' ? 'has expired' : 'was dismissed'
  throw new NodeFailure('INTERRUPT_CANCELLED', `The question ${how}.`)
}
