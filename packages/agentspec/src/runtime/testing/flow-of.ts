/** Flows for tests, written as short as they can be said: nodes by name, control edges as `a -> b` and `a -branch-> b`. */
import type { ControlEdge, DataEdge, Flow, FlowNodeComponent, Property } from '../../components.ts'

type Loose = { readonly kind: FlowNodeComponent['kind'] } & Readonly<Record<string, unknown>>

export interface FlowSketch {
  readonly nodes: Readonly<Record<string, Loose>>
  /** `start -> ask -yes-> buy -> end`; a line each, or several. */
  readonly control: string
  /** `a.out -> b.in`, a line each; null for matching names, which is also what is meant when it is left out. */
  readonly data?: string | null
  readonly outputs?: readonly Property[]
  readonly inputs?: readonly Property[]
  readonly name?: string
}

export function flowOf({ nodes, control, data, outputs, inputs, name = 'flow' }: FlowSketch): Flow {
  return {
    kind: 'flow',
    id: name,
    name,
    startNode: Object.keys(nodes).find((key) => nodes[key]?.kind === 'start') ?? '',
    nodes: Object.entries(nodes).map(
      ([key, node]) => ({ id: key, name: key, ...node }) as unknown as FlowNodeComponent,
    ),
    controlFlow: control.trim().split('\n').flatMap(controlEdges),
    ...(data === undefined ? {} : { dataFlow: data === null ? null : dataEdges(data) }),
    ...(outputs === undefined ? {} : { outputs }),
    ...(inputs === undefined ? {} : { inputs }),
  }
}

function controlEdges(line: string): ControlEdge[] {
  const parts = line.trim().split(/\s+(-(?:[\w ]+-)?>)\s+/)
  return parts.flatMap((part, at) => {
    if (at % 2 === 0 || parts[at - 1] === undefined || parts[at + 1] === undefined) return []
    const branch = part.replace(/^-|->$|>$/g, '').replace(/-$/, '')
    const edge = { fromNode: String(parts[at - 1]), toNode: String(parts[at + 1]) }
    const id = `${edge.fromNode}-${branch}`
    return [{ id, name: id, ...edge, ...(branch === '' ? {} : { fromBranch: branch }) }]
  })
}

function dataEdges(text: string): DataEdge[] {
  return text
    .split('\n')
    .map((line) => /^\s*(\w+)\.(\w+) -> (\w+)\.(\w+)\s*$/.exec(line))
    .flatMap((found) => {
      if (found === null) return []
      const [id = '', sourceNode = '', sourceOutput = '', destinationNode = '', destinationInput = ''] = found
      return [{ id, name: id, sourceNode, sourceOutput, destinationNode, destinationInput }]
    })
}

export const text = (title: string, more: object = {}): Property => ({ title, type: 'string', ...more })
export const number = (title: string, more: object = {}): Property => ({ title, type: 'number', ...more })
export const list = (title: string, items: object = {}): Property => ({ title, type: 'array', items })
export const server = (name: string, inputs: readonly Property[], outputs: readonly Property[], more: object = {}) => ({
  kind: 'tool' as const,
  tool: { kind: 'server', id: name, name, inputs, outputs, ...more },
})
