/** Values of edges that are not outputs of a node. Workflows refer to them by these names. */

/** The value of an error edge. */
export interface ErrorValue {
  readonly message: string
  readonly code: string
  readonly node_id: string
  readonly retryable: boolean
}

export function errorValue(
  nodeId: string,
  {
    message,
    code,
    retryable = false,
  }: { readonly message: string; readonly code: string; readonly retryable?: boolean },
): ErrorValue {
  return { message, code, node_id: nodeId, retryable }
}

/** The values that the rounds of a loop deliver. */
export interface Rounds {
  readonly items: readonly unknown[]
  readonly total: number
  /** The current value of a while loop. */
  readonly value: unknown
}

/** The value of an output of a loop's head in one round; undefined for outputs that do not belong to a round. */
export function roundValue({ items, total, value }: Rounds, index: number, port: string): unknown {
  switch (port) {
    case 'item':
      return items[index]
    case 'value':
      return value
    case 'index':
      return index
    case 'total':
      return total
    case 'is_first':
      return index === 0
    case 'is_last':
      return index === total - 1
    default:
      return undefined
  }
}

const ROUND_OUTPUTS = ['item', 'value', 'index', 'total', 'is_first', 'is_last'] as const

/** The values of all outputs of a loop's head in one round. */
export function roundValues(rounds: Rounds, index: number): Record<string, unknown> {
  return Object.fromEntries(ROUND_OUTPUTS.map((port) => [port, roundValue(rounds, index, port)]))
}
