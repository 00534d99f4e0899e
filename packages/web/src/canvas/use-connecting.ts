/** Dragging a connection from port to port: its state, its valid targets, and what happens when it is dropped. */

import { parseHandle } from '@millrace/model'
import type { Connection, FinalConnectionState, HandleType, OnConnectStart } from '@xyflow/react'
import { useMemo } from 'react'
import type { End } from '../graph/connection-check.ts'
import type { Store } from '../ui/store.ts'
import type { CanvasApi } from './canvas-api.ts'
import type { CanvasEditing } from './canvas-editing.ts'
import type { CanvasState } from './canvas-state.ts'
import type { FlowEdge } from './flow-types.ts'

interface ConnectingOptions {
  readonly store: Store<CanvasState>
  readonly editing: CanvasEditing | undefined
  readonly api: CanvasApi
}

/** Converts a handle of a node to the end of a connection. */
export function endOf(handle: string | null | undefined, node: string | null): End | undefined {
  if (!handle || !node) return undefined
  const port = parseHandle(handle, node, 'output') ?? parseHandle(handle, node, 'input')
  return port === undefined ? undefined : { node, port }
}

/** Both ends of a connection; undefined if one of its handles is not a port. */
export function endsOf(connection: Connection | FlowEdge): { source: End; target: End } | undefined {
  const [source, target] = [
    endOf(connection.sourceHandle, connection.source),
    endOf(connection.targetHandle, connection.target),
  ]
  return source && target && { source, target }
}

export function useConnecting({ store, editing, api }: ConnectingOptions) {
  return useMemo(() => {
    if (editing === undefined) return {}
    let isReconnecting = false
    let isReconnected = false
    const onConnectStart: OnConnectStart = (_, { nodeId, handleId, handleType }) => {
      const end = endOf(handleId, nodeId)
      if (end) store.set({ connecting: { ...end, direction: handleType === 'target' ? 'input' : 'output' } })
    }
    return {
      onConnectStart,
      onConnect: (connection: Connection) => {
        const ends = endsOf(connection)
        if (ends && !isReconnecting) editing.onConnect(ends.source, ends.target)
      },
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
        const { connecting } = store.get()
        store.set({ connecting: undefined })
        if (isReconnecting || connecting === undefined || state.toHandle !== null || state.toNode !== null) return
        const point = 'changedTouches' in event ? event.changedTouches[0] : event
        if (point === undefined) return
        const screen = { x: point.clientX, y: point.clientY }
        editing.onLooseEnd(connecting, connecting.direction, { canvas: api.toCanvas(screen), screen })
      },
      onReconnectStart: (_: unknown, edge: FlowEdge, handle: HandleType) => {
        isReconnecting = true
        isReconnected = false
        const fixed =
          handle === 'source' ? endOf(edge.sourceHandle, edge.source) : endOf(edge.targetHandle, edge.target)
        if (fixed) store.set({ connecting: { ...fixed, direction: handle === 'source' ? 'output' : 'input' } })
      },
      onReconnect: (edge: FlowEdge, connection: Connection) => {
        isReconnected = true
        const ends = endsOf(connection)
        if (ends) editing.onReconnect(edge.id, ends)
      },
      onReconnectEnd: (_: unknown, edge: FlowEdge, __: HandleType, state: FinalConnectionState) => {
        isReconnecting = false
        store.set({ connecting: undefined })
        if (!isReconnected && state.toHandle === null && state.toNode === null) editing.onReconnect(edge.id, undefined)
      },
    }
  }, [store, editing, api])
}
