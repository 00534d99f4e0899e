/** Keeps the library's nodes and edges in sync with the graph, and converts its changes to selection and moves. */

import type { PlacedNode, Point } from '@millrace/model'
import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type FlowInput, flowGraphMaker } from '../graph/flow-graph.ts'
import { withGroupMembers } from '../graph/group-moves.ts'
import type { Selection } from '../graph/selection.ts'
import { type FlowEdge, type FlowNode, SIDES } from './flow-types.ts'
import { useMarqueeGroups } from './use-marquee-groups.ts'

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

  const current = useRef(steady)
  current.current = steady

  const { withoutGroups, handlers } = useMarqueeGroups({
    nodes: () => current.current,
    onEnclose: (groups) => {
      selection.current = { ...selection.current, nodes: new Set([...selection.current.nodes, ...groups]) }
      onSelect?.(selection.current)
    },
  })

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const drag = new Map<string, Point>()
      // Resizing a group moves its corner, but not its nodes.
      const follow = (moved: ReadonlyMap<string, Point>) =>
        isDragging.current
          ? Object.entries(withGroupMembers(Object.fromEntries(moved), boxesOf(current.current)))
          : moved
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
      if (drag.size > 0) setMoving((before) => new Map([...(before ?? []), ...follow(drag)]))
      if (Object.keys(placed).length > 0) {
        setMoving(undefined)
        onMove?.(withGroupMembers(placed, boxesOf(current.current)), isDragging.current ? 'pointer' : 'keys')
        isDragging.current = false
      }
      const next = selected(selection.current.nodes, withoutGroups(changes))
      if (next !== undefined) {
        selection.current = { ...selection.current, nodes: next }
        onSelect?.(selection.current)
      }
    },
    [onMove, onSelect, withoutGroups],
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
  return { nodes, edges, onNodesChange, onEdgesChange, ...handlers }
}

function boxesOf(nodes: readonly FlowNode[]): PlacedNode[] {
  return nodes.map(({ id, position, width = 0, height = 0, data }) => ({
    id,
    isGroup: data.look.visual === 'group',
    x: position.x,
    y: position.y,
    width,
    height,
  }))
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
