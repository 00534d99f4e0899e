import type { Connection } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import { type CheckContext, checkConnection } from '../graph/connection-check.ts'
import type { CanvasShared } from './canvas-state.ts'
import type { FlowEdge } from './flow-types.ts'
import { endsOf } from './use-connecting.ts'

interface ConnectionCheck {
  readonly checkPort: CanvasShared['checkPort']
  readonly isValidConnection: (connection: Connection | FlowEdge) => boolean
}

/** Checks connections against the latest graph. The functions are stable, so graph changes re-render no port. */
export function useConnectionCheck(context: CheckContext): ConnectionCheck {
  const latest = useRef(context)
  latest.current = context
  return useMemo(
    () => ({
      checkPort: (from, node, port) =>
        from.direction === 'output'
          ? checkConnection(from, { node, port }, latest.current)
          : checkConnection({ node, port }, from, latest.current),
      isValidConnection: (connection) => {
        const ends = endsOf(connection)
        return ends !== undefined && checkConnection(ends.source, ends.target, latest.current).ok
      },
    }),
    [],
  )
}
