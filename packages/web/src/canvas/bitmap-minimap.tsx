/**
 * Minimap for large graphs: a bitmap that is repainted when nodes change, and a frame that follows the viewport. The
 * minimap of the library has one element per node, and each re-renders on every movement.
 */
import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { type FlowNode, isGroupNode } from './flow-types.ts'
import { colourReader } from './lod-canvas.ts'

const SIZE = { width: 168, height: 112 }
const MARGIN = 6
/** Minimum size of a node on the map; otherwise a large graph would be an empty map. */
const MIN_NODE_PX = 1.2

interface MapScale {
  readonly scale: number
  readonly left: number
  readonly top: number
}

export function BitmapMinimap({ nodes }: { nodes: readonly FlowNode[] }) {
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const flow = useReactFlow()
  const map = useMemo(() => scaleOf(nodes), [nodes])
  useEffect(() => {
    if (canvas.current !== null) paint(canvas.current, nodes, map)
  }, [nodes, map])
  const goTo = (event: React.PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    void flow.setCenter(x / map.scale + map.left, y / map.scale + map.top, { zoom: flow.getZoom() })
  }
  return (
    <Panel
      position="bottom-right"
      className="mr-map react-flow__minimap"
      role="img"
      aria-label={t.editor.canvas.minimap}
      style={SIZE}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event)
      }}
      onPointerMove={goTo}
    >
      <canvas ref={canvas} style={SIZE} />
      <ViewFrame map={map} />
    </Panel>
  )
}

function ViewFrame({ map: { scale, left, top } }: { map: MapScale }) {
  const box = useStore(
    ({ transform: [x, y, zoom], width, height }) =>
      [(-x / zoom - left) * scale, (-y / zoom - top) * scale, (width / zoom) * scale, (height / zoom) * scale] as const,
    (a, b) => a.every((one, at) => one === b[at]),
  )
  const [x, y, width, height] = box
  return <span className="mr-map__view" style={{ width, height, transform: `translate(${x}px, ${y}px)` }} />
}

/** Scale that fits all nodes, centered. */
function scaleOf(nodes: readonly FlowNode[]): MapScale {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { position, width = 0, height = 0 } of nodes) {
    left = Math.min(left, position.x)
    top = Math.min(top, position.y)
    right = Math.max(right, position.x + width)
    bottom = Math.max(bottom, position.y + height)
  }
  const room = { width: SIZE.width - 2 * MARGIN, height: SIZE.height - 2 * MARGIN }
  const scale = Math.min(room.width / Math.max(1, right - left), room.height / Math.max(1, bottom - top))
  return {
    scale,
    left: (left + right) / 2 - SIZE.width / 2 / scale,
    top: (top + bottom) / 2 - SIZE.height / 2 / scale,
  }
}

function paint(canvas: HTMLCanvasElement, nodes: readonly FlowNode[], { scale, left, top }: MapScale): void {
  const ratio = window.devicePixelRatio
  canvas.width = SIZE.width * ratio
  canvas.height = SIZE.height * ratio
  const pen = canvas.getContext('2d')
  if (pen === null || canvas.parentElement === null) return
  const colours = colourReader(canvas.parentElement)
  pen.scale(ratio, ratio)
  const inOrder = [...nodes.filter(isGroupNode), ...nodes.filter((node) => !isGroupNode(node))]
  for (const { position, width = 0, height = 0, data } of inOrder) {
    pen.globalAlpha = data.look.visual === 'group' ? 0.25 : 1
    pen.fillStyle = colours(data.look.color)
    const [w, h] = [Math.max(MIN_NODE_PX, width * scale), Math.max(MIN_NODE_PX, height * scale)]
    pen.fillRect((position.x - left) * scale, (position.y - top) * scale, w, h)
  }
}
