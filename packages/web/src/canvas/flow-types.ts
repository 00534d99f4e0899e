/** Nodes and edges of the graph core in the types of the canvas library. */
import { type Edge, type Node, Position } from '@xyflow/react'
import type { FlowEdgeData, FlowNodeData } from '../graph/flow-graph.ts'

export type FlowNode = Node<FlowNodeData, 'node'>
export type FlowEdge = Edge<FlowEdgeData, 'edge'>

export const SIDES = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom }

export function isGroupNode({ data }: FlowNode): boolean {
  return data.look.visual === 'group'
}
