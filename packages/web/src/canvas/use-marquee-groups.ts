/**
 * A selection rectangle selects the nodes that it touches, but only groups that it encloses: otherwise selecting two
 * nodes in a group would also select the group, and moving them would move everything in it.
 */
import type { Point } from '@millrace/model'
import { type NodeChange, useReactFlow, useStoreApi } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import type { FlowNode } from './flow-types.ts'
import { isGroupNode } from './flow-types.ts'

interface MarqueeOptions {
  readonly nodes: () => readonly FlowNode[]
  /** Adds groups to the selection. */
  readonly onEnclose: (groups: readonly string[]) => void
}

export function useMarqueeGroups({ nodes, onEnclose }: MarqueeOptions) {
  const store = useStoreApi()
  const flow = useReactFlow()
  const latest = useRef({ nodes, onEnclose })
  latest.current = { nodes, onEnclose }
  return useMemo(() => {
    let start: Point | undefined
    return {
      /** The changes without groups that are selected by an unfinished rectangle. */
      withoutGroups(changes: NodeChange<FlowNode>[]): NodeChange<FlowNode>[] {
        if (store.getState().userSelectionRect === null) return changes
        const groups = new Set(
          latest.current
            .nodes()
            .filter(isGroupNode)
            .map(({ id }) => id),
        )
        return changes.filter((change) => change.type !== 'select' || !change.selected || !groups.has(change.id))
      },
      handlers: {
        onSelectionStart() {
          const rect = store.getState().userSelectionRect
          start = rect === null ? undefined : { x: rect.startX, y: rect.startY }
        },
        onSelectionEnd({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) {
          if (start === undefined) return
          const end = flow.screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false })
          const enclosed = latest.current.nodes().filter((node) => isGroupNode(node) && isBetween(node, start, end))
          start = undefined
          if (enclosed.length > 0) latest.current.onEnclose(enclosed.map(({ id }) => id))
        },
      },
    }
  }, [store, flow])
}

function isBetween({ position, width = 0, height = 0 }: FlowNode, a: Point | undefined, b: Point): boolean {
  if (a === undefined) return false
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  return position.x >= left && position.y >= top && position.x + width <= right && position.y + height <= bottom
}
