/** Keeps the library's nodes and edges in sync with the graph, and converts its changes to selection and moves. */

import type { Point } from '@millrace/model'
import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type FlowInput, flowGraphMaker } from '../graph/flow-graph.ts'
import type { Selection } from '../graph/selection.ts'
import { type FlowEdge, type FlowNode, SIDES } from './flow-types.ts'

interface Gestures {
  readonly onSelect: ((selection: Selection) => void) | undefined
  readonly onMove: ((positions: Readonly<Record<string, Point>>, by: 'pointer' | 'keys') => void) | undefined
}

export function useFlow(input: FlowInput, { onSelect, onMove }: Gestures) {
  const [maker] = useState(() => flowGraphMaker(SIDES))
  // Positions during a drag; the graph is updated when the drag ends.
  const [moving, setMoving] = useState<ReadonlyMap<string, Point>>()
  const isDragging = useRef(false)
  const { graph, types, rules, marks, edgeMarks, selectedNodes, selectedEdges, isEditable } = input
  const steady = useMemo(
    () => maker.nodesOf({ graph, types, rules, marks, edgeMarks, selectedNodes, selectedEdges, isEditable }),
    [maker, graph, types, rules, marks, edgeMarks, selectedNodes, selectedEdges, isEditable],
  )
  const nodes = useMemo(() => {
    if (moving === undefined) return steady
    return steady.map((node) => {
      const position = moving.get(node.id)
      return position === undefined ? node : { ...node, position, dragging: true }
    })
  }, [steady, moving])
  const edges = useMemo(
    () => maker.edgesOf({ graph, types, rules, marks, edgeMarks, selectedNodes, selectedEdges, isEditable }),
    [maker, graph, types, rules, marks, edgeMarks, selectedNodes, selectedEdges, isEditable],
  )
  // Node and edge selections arrive as separate calls in one tick; each must see the changes of the other.
  const selection = useRef<Selection>({ nodes: selectedNodes, edges: selectedEdges })
  selection.current = { nodes: selectedNodes, edges: selectedEdges }

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const drag = new Map<string, Point>()
      const placed: Record<string, Point> = {}
      for (const change of changes) {
        if (change.type === 'dimensions' && change.resizing === false) setMoving(undefined)
        if (change.type !== 'position' || change.position === undefined) continue
        // Resizing at the left or top reports positions without `dragging`; they are applied at the end, see
        // `onResize`.
        if (change.dragging === false) placed[change.id] = change.position
        else drag.set(change.id, change.position)
        if (change.dragging) isDragging.current = true
      }
      if (drag.size > 0) setMoving((before) => new Map([...(before ?? []), ...drag]))
      if (Object.keys(placed).length > 0) {
        setMoving(undefined)
        onMove?.(placed, isDragging.current ? 'pointer' : 'keys')
        isDragging.current = false
      }
      const next = selected(selection.current.nodes, changes)
      if (next !== undefined) {
        selection.current = { ...selection.current, nodes: next }
        onSelect?.(selection.current)
      }
    },
    [onMove, onSelect],
  )
  const onEdgesChange = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const next = selected(selection.current.edges, changes)
      if (next === undefined) return
      selection.current = { ...selection.current, edges: next }
      onSelect?.(selection.current)
    },
    [onSelect],
  )
  return { nodes, edges, onNodesChange, onEdgesChange }
}

/** The selected ids after the changes; undefined if they are unchanged. */
function selected(
  before: ReadonlySet<string>,
  changes: readonly (NodeChange<FlowNode> | EdgeChange<FlowEdge>)[],
): ReadonlySet<string> | undefined {
  let next: Set<string> | undefined
  for (const change of changes) {
    if (change.type !== 'select' || (next ?? before).has(change.id) === change.selected) continue
    next ??= new Set(before)
    if (change.selected) next.add(change.id)
    else next.delete(change.id)
  }
  return next
}
