import { type ConnectionLineComponentProps, getBezierPath, useConnection } from '@xyflow/react'
import type { Refusal } from '../graph/port-rules.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { useStore } from '../ui/store.ts'
import { useCanvas } from './canvas-state.ts'
import type { FlowNode } from './flow-types.ts'
import { endOf } from './use-connecting.ts'

/** The line that follows the pointer while a connection is dragged. */
export function ConnectionLine({
  fromX,
  fromY,
  toX,
  toY,
  fromPosition,
  toPosition,
  connectionStatus,
}: ConnectionLineComponentProps<FlowNode>) {
  const [path] = getBezierPath({
    sourceX: fromX,
    sourceY: fromY,
    sourcePosition: fromPosition,
    targetX: toX,
    targetY: toY,
    targetPosition: toPosition,
    curvature: 0.28,
  })
  const color = connectionStatus === 'invalid' ? 'var(--mr-error)' : 'var(--mr-selection)'
  return <path className="mr-canvas__connection" d={path} style={{ stroke: color }} />
}

/** Next to the pointer: why the connection is invalid, or how the value is converted. */
export function ConnectionReason() {
  const t = useText()
  const { store, checkPort } = useCanvas()
  const connecting = useStore(store, (state) => state.connecting)
  const over = useConnection((state) =>
    state.inProgress && state.toHandle ? `${state.toHandle.nodeId}\n${state.toHandle.id}` : '',
  )
  const pointer = useConnection((state) => (state.inProgress && state.toHandle ? state.pointer : null))
  const [node = '', handle = ''] = over.split('\n')
  const end = endOf(handle, node)
  if (connecting === undefined || end === undefined || pointer === null) return null
  if (end.node === connecting.node && end.port === connecting.port) return null
  const result = checkPort(connecting, end.node, end.port)
  const text = result.ok ? result.conversion : refusalText(result.reason, t)
  if (text === undefined) return null
  return (
    <div
      className="mr-canvas__reason"
      role="status"
      data-ok={result.ok}
      // Clamped, so that it never leaves the canvas.
      style={{ left: `clamp(8px, ${pointer.x + 16}px, calc(100% - 268px))`, top: pointer.y + 16 }}
    >
      {text}
    </div>
  )
}

function refusalText(refusal: Refusal, t: Texts): string {
  const { types, ...texts } = t.editor.connect
  return refusal.code === 'types' ? types(refusal.from, refusal.to) : texts[refusal.code]
}
