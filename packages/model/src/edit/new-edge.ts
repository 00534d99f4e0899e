/** New edges: long handles, and the data by which the public editor colours them. */
import { printHandle } from '../ports/handle.ts'
import type { NodePort } from '../ports/port.ts'
import { LOOP_BACK } from '../validate/resolved-graph.ts'
import { nodeTypeIdOf, type WorkflowEdge, type WorkflowNode } from '../workflow/workflow.ts'

export interface Ends {
  readonly source: WorkflowNode
  readonly sourcePort: NodePort
  readonly target: WorkflowNode
  readonly targetPort: NodePort
  /** Category of the target's type; undefined if the type is unknown. */
  readonly targetCategory: string | undefined
}

/** A new edge; its id is derived from its ends, with a number if that id is taken. */
export function newEdge(ends: Ends, taken: ReadonlySet<string>, id?: string): WorkflowEdge {
  const between = joining(ends)
  const wanted = `xy-edge__${between.source}${between.sourceHandle}-${between.target}${between.targetHandle}`
  return { id: id ?? freeEdgeId(wanted, taken), ...between, type: 'default', data: edgeData(ends) }
}

/** An edge with other ends and everything else unchanged. */
export function movedEdge(edge: WorkflowEdge, ends: Ends): WorkflowEdge {
  const { metadata, ...data } = edgeData(ends)
  const before = edge.data?.metadata
  const kept = typeof before === 'object' && before !== null ? before : {}
  return { ...edge, ...joining(ends), data: { ...edge.data, ...data, metadata: { ...kept, ...metadata } } }
}

export function freeEdgeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}.${number}`)) number++
  return `${wanted}.${number}`
}

function joining({ source, sourcePort, target, targetPort }: Ends) {
  return {
    source: source.id,
    target: target.id,
    sourceHandle: printHandle({ node: source.id, port: sourcePort.id }, 'output'),
    targetHandle: printHandle({ node: target.id, port: targetPort.id }, 'input'),
  }
}

function edgeData({ sourcePort, target, targetPort, targetCategory }: Ends) {
  return {
    metadata: { edgeType: edgeTypeOf(sourcePort, targetPort), sourcePortDataType: sourcePort.dataType },
    ...(sourcePort.dataType === 'tool' ? { isToolConnection: true } : {}),
    targetNodeType: nodeTypeIdOf(target),
    ...(typeof targetCategory === 'string' ? { targetCategory } : {}),
  }
}

function edgeTypeOf(source: NodePort, target: NodePort): 'loopback' | 'tool' | 'trigger' | 'data' {
  if (target.id === LOOP_BACK) return 'loopback'
  return source.dataType === 'tool' || source.dataType === 'trigger' ? source.dataType : 'data'
}
