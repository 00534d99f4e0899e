/**
 * How far the nodes of a flow are, told from the notes of its run and nothing else. Nodes are known by their names; the
 * visits of nested flows show in the node that holds them.
 */
import { isObject } from '@millrace/model'
import type { Message, VisitNote } from './visit.ts'

export type NodeState = 'idle' | 'running' | 'interrupted' | 'completed' | 'failed' | 'skipped' | 'cancelled'

export interface NodeStanding {
  readonly status: NodeState
  readonly executionCount: number
  /** Of the newest visit, in milliseconds since the epoch. */
  readonly startedAt?: number
  readonly durationMs?: number
  readonly error?: string
}

const IDLE: NodeStanding = { status: 'idle', executionCount: 0 }
const VISIT = /^\d+$/

export class FlowBoard {
  readonly #nodes: Map<string, NodeStanding>
  readonly #counted = new Set<string>()
  readonly #changed = new Set<string>()
  readonly #said = new Map<number, readonly Message[]>()
  #waiting: string | undefined

  constructor(names: readonly string[]) {
    this.#nodes = new Map(names.map((name) => [name, IDLE]))
  }

  /** Takes in a note of the run; those that are no visits of the flow itself say nothing about its nodes. */
  note(key: string, value: unknown): void {
    if (!VISIT.test(key) || !isObject(value)) return
    const { node, status, startedAt, endedAt, error, said } = value as unknown as VisitNote
    const before = this.#nodes.get(node) ?? IDLE
    const isNew = !this.#counted.has(key)
    this.#counted.add(key)
    if (said !== undefined) this.#said.set(Number(key), said)
    this.#set(node, {
      status,
      executionCount: before.executionCount + (isNew ? 1 : 0),
      startedAt,
      ...(endedAt === undefined ? {} : { durationMs: Math.max(0, endedAt - startedAt) }),
      ...(error === undefined ? {} : { error: error.message }),
    })
  }

  /** A node waits for a person, or no longer does. */
  waitsAt(name: string | undefined): void {
    if (name === this.#waiting) return
    const before = this.#waiting
    this.#waiting = name
    if (before !== undefined) this.#move(before, 'interrupted', 'running')
    if (name !== undefined) this.#move(name, 'running', 'interrupted')
  }

  /** The run is over: what never ran is skipped, what was under way ends with it. */
  finish(status: 'completed' | 'failed' | 'cancelled'): void {
    this.#waiting = undefined
    for (const [name, standing] of this.#nodes) {
      if (standing.status === 'idle') this.#set(name, { ...standing, status: 'skipped' })
      else if (standing.status === 'running' || standing.status === 'interrupted') {
        this.#set(name, { ...standing, status: status === 'failed' ? 'failed' : 'cancelled' })
      }
    }
  }

  get nodes(): ReadonlyMap<string, NodeStanding> {
    return this.#nodes
  }

  /** What was said to the user and by the user, in order. */
  get messages(): readonly Message[] {
    return [...this.#said].sort(([a], [b]) => a - b).flatMap(([, said]) => said)
  }

  /** Names whose standing changed since this was last asked, in the order of the changes. */
  takeChanged(): readonly string[] {
    const names = [...this.#changed]
    this.#changed.clear()
    return names
  }

  #move(name: string, from: NodeState, to: NodeState): void {
    const standing = this.#nodes.get(name)
    if (standing?.status === from) this.#set(name, { ...standing, status: to })
  }

  #set(name: string, standing: NodeStanding): void {
    this.#nodes.set(name, standing)
    this.#changed.delete(name)
    this.#changed.add(name)
  }
}
