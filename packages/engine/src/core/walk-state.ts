/** The state of a walk through a sequential plan, in addition to its steps. */
export interface WalkState {
  /** By node, then by input port: the last edge that wrote, and its value. */
  readonly table: Map<number, Map<string, Delivery>>
  /** How often each node was entered. */
  readonly visits: Uint32Array
}

export interface Delivery {
  readonly edge: number
  readonly value: unknown
}
