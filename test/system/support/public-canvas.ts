/** The canvas of the public editor as far as edges go: which handles a node has there, and so which edges are drawn. */
import type { Json } from './operations.ts'

export type CanvasRelease = '1.x' | '2.x'

interface Port {
  readonly id: string
  readonly dataType: string
}

interface CanvasNode {
  readonly id: string
  readonly type?: string
  readonly data: {
    readonly nodeId?: string
    readonly config?: Json
    readonly metadata: {
      readonly type: string
      readonly supportedTypes?: readonly string[]
      readonly portDataType?: string
      readonly inputs: readonly Port[]
      readonly outputs: readonly Port[]
    }
  }
}

interface CanvasEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly sourceHandle?: string | null
  readonly targetHandle?: string | null
}

/** The ids of the edges that find no handle on one of their sides and are left out. */
export function edgesNotDrawn(
  { nodes, edges }: { readonly nodes: readonly CanvasNode[]; readonly edges: readonly CanvasEdge[] },
  release: CanvasRelease,
): string[] {
  const handles = new Set(nodes.flatMap((node) => handlesOf(node, edges, release)))
  const isDrawn = ({ sourceHandle, targetHandle }: CanvasEdge) =>
    handles.has(sourceHandle ?? '') && handles.has(targetHandle ?? '')
  return edges.filter((edge) => !isDrawn(edge)).map(({ id }) => id)
}

function handlesOf(node: CanvasNode, edges: readonly CanvasEdge[], release: CanvasRelease): string[] {
  // One component is registered for the canvas; any other type is drawn without ports.
  if (node.type !== 'universalNode') return []
  const prefix = release === '1.x' ? node.data.nodeId : node.id
  const connected = new Set(edges.flatMap(({ sourceHandle, targetHandle }) => [sourceHandle, targetHandle]))
  const { inputs, outputs } = portsOf(node, (handle) => connected.has(`${prefix}-${handle}`), release)
  return [...inputs.map((id) => `${prefix}-input-${id}`), ...outputs.map((id) => `${prefix}-output-${id}`)]
}

function portsOf(
  { data: { config = {}, metadata } }: CanvasNode,
  isConnected: (handle: string) => boolean,
  release: CanvasRelease,
): { inputs: string[]; outputs: string[] } {
  const { supportedTypes = [], type, portDataType = 'tool', inputs, outputs } = metadata
  const wanted = String(config.nodeType ?? '')
  const visual = supportedTypes.includes(wanted) ? wanted : (supportedTypes[0] ?? type)
  const names = (list: unknown) => (Array.isArray(list) ? list : []).map(({ name }: { name: string }) => name)
  const ids = (ports: readonly Port[]) => ports.map(({ id }) => id)
  if (visual === 'gateway') return { inputs: ids(inputs), outputs: names(config.branches) }
  if (visual === 'terminal') return { inputs: ids(inputs), outputs: ids(outputs) }
  if (visual === 'tool') {
    const tools = (ports: readonly Port[]) => ids(ports.filter(({ dataType }) => dataType === portDataType).slice(0, 1))
    return { inputs: tools(inputs), outputs: tools(outputs) }
  }
  if (release === '1.x' && (visual === 'simple' || visual === 'square')) {
    const first = (ports: readonly Port[], side: string) => {
      const data = ports.filter(({ dataType }) => dataType !== 'trigger')
      const trigger = ports.filter(({ dataType }) => dataType === 'trigger').slice(0, 1)
      const shown = data.find(({ id }) => isConnected(`${side}-${id}`)) ?? data[0]
      return ids([...(shown === undefined ? [] : [shown]), ...trigger])
    }
    return { inputs: first(inputs, 'input'), outputs: first(outputs, 'output') }
  }
  return {
    inputs: [...ids(inputs), ...names(config.dynamicInputs)],
    outputs: [...ids(outputs), ...names(config.dynamicOutputs)],
  }
}
