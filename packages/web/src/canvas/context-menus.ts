import type { Point } from '@millrace/model'
import type { CanvasApi } from './canvas-api.ts'
import type { MenuTarget } from './canvas-editing.ts'
import type { FlowEdge, FlowNode } from './flow-types.ts'

type Click = Pick<MouseEvent, 'preventDefault' | 'clientX' | 'clientY'>

/** Handlers that report a right click on a node, an edge or the empty canvas instead of opening the browser's menu. */
export function contextMenus(api: CanvasApi, onMenu: ((screen: Point, target: MenuTarget) => void) | undefined) {
  const open = (event: Click, target: MenuTarget) => {
    event.preventDefault()
    onMenu?.({ x: event.clientX, y: event.clientY }, target)
  }
  return {
    onNodeContextMenu: (event: Click, node: FlowNode) => open(event, { node: node.id }),
    onEdgeContextMenu: (event: Click, edge: FlowEdge) => open(event, { edge: edge.id }),
    onPaneContextMenu: (event: Click) => open(event, { at: api.toCanvas({ x: event.clientX, y: event.clientY }) }),
  }
}
