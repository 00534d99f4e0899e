/** What is handed around while a flow is walked, and what is kept of it. */
import type { Flow, FlowNodeComponent, Property } from '../components.ts'
import type { KeptFailure } from './passing.ts'
import type { Run } from './run.ts'
import type { Values } from './values.ts'

/** Something that was said in the conversation of a flow; subflows and agents share it. */
export interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** One passage through a flow. */
export interface Passage {
  readonly run: Run
  readonly flow: Flow
  /** What the keys of its visits begin with. */
  readonly prefix: string
  /** Names of the nodes around it. */
  readonly trail: readonly string[]
  readonly conversation: Message[]
  readonly depth: number
}

export interface Walked {
  readonly outputs: Values
  /** Everything that the end node was given, declared by the flow or not. */
  readonly all: Values
  readonly endNode: string
  readonly branch: string
}

/** One visit of a node, as its executor is handed it. */
export interface Visit<N extends FlowNodeComponent = FlowNodeComponent> {
  readonly run: Run
  readonly node: N
  readonly name: string
  readonly path: string
  readonly trail: readonly string[]
  readonly inputs: Values
  readonly inputPorts: readonly Property[]
  readonly outputPorts: readonly Property[]
  readonly conversation: Message[]
  readonly depth: number
  /** Walks a flow that stands inside this node. */
  walk(into: Into, inputs: Values): Promise<Walked>
}

/** Where a flow inside a node keeps its visits, and whose conversation it joins: that of the node unless told. */
export interface Into {
  readonly flow: Flow
  /** Number of the item or branch, where there are several. */
  readonly number?: number
  /** What it stands under instead of the visit itself. */
  readonly path?: string
  readonly conversation?: Message[]
}

export interface Visited {
  readonly outputs: Values
  readonly branch?: string
}

/** A visit as it is kept: when it begins (unless it is done at once) and when it ends. */
export interface VisitNote {
  readonly node: string
  readonly status: 'running' | 'completed' | 'failed'
  readonly startedAt: number
  readonly endedAt?: number
  readonly outputs?: Values
  readonly branch?: string
  /** What it added to the conversation. */
  readonly said?: readonly Message[]
  /** Visits of nodes inside it. */
  readonly inside?: number
  readonly error?: KeptFailure
}
