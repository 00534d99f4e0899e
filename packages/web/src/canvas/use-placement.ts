/** Notices moved, resized, added and removed nodes: connections that they cross have to be routed again. */
import { useEffect, useRef } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasState } from './canvas-state.ts'
import type { FlowNode } from './flow-types.ts'

export function usePlacement(store: Store<CanvasState>, nodes: readonly FlowNode[], isDragging: boolean): void {
  const last = useRef<readonly FlowNode[]>(nodes)
  useEffect(() => {
    // During a drag the connections of the dragged nodes follow; the others are routed again at its end.
    if (isDragging) return
    const before = last.current
    last.current = nodes
    if (before === nodes || isSamePlacement(before, nodes)) return
    store.set(({ placement, ...state }) => ({ ...state, placement: placement + 1 }))
  }, [store, nodes, isDragging])
}

function isSamePlacement(before: readonly FlowNode[], after: readonly FlowNode[]): boolean {
  if (before.length !== after.length) return false
  return after.every((node, at) => {
    const old = before[at]
    if (old === node) return true
    if (old === undefined || old.id !== node.id || old.width !== node.width || old.height !== node.height) return false
    return old.position.x === node.position.x && old.position.y === node.position.y
  })
}
