/** Prints and parses handle ids of ports: `{nodeId}-{direction}-{portId}`. */
export type Direction = 'input' | 'output'

export interface PortRef {
  readonly node: string
  readonly port: string
}

const INFIXES = { input: '-input-', output: '-output-' } as const satisfies Record<Direction, string>

/** The handle id of a port. */
export function printHandle(ref: PortRef, direction: Direction): string {
  return `${ref.node}-${direction}-${ref.port}`
}

/**
 * The port id of a handle of a known node, or undefined if the handle cannot belong to that side of that node.
 * A bare port id is accepted too: sample documents and older clients use it.
 */
export function parseHandle(handle: string, node: string, direction: Direction): string | undefined {
  // Not joined to one prefix: a save checks two handles of every edge.
  const infix = INFIXES[direction]
  if (handle.startsWith(node) && handle.startsWith(infix, node.length)) {
    return handle.slice(node.length + infix.length) || undefined
  }
  // Any other long form names another node or the other side.
  if (handle.includes('-input-') || handle.includes('-output-')) return undefined
  return handle || undefined
}
