/**
 * While a large graph is moved at low zoom, one bitmap replaces its thousands of elements, which the browser would
 * repaint in every frame. It shows blocks and lines. At very low zoom it stays when the graph is at rest and draws the
 * connections, which are then not rendered as elements; nodes can still be clicked.
 */
import { useStore as useFlowStore, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type FlowEdge, type FlowNode, isGroupNode } from './flow-types.ts'

interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

const PAINTED = 'mr-canvas--painted'
const UNDER = 'mr-canvas--under'

interface Painting {
  /** True if the bitmap is needed while the graph moves. */
  readonly isNeeded: () => boolean
  /** True if the bitmap stays below the nodes at rest. */
  readonly isUnder: boolean
}

/** Handlers for the start and end of a move. */
export function useLodCanvas(
  frame: RefObject<HTMLElement | null>,
  flow: { nodes: FlowNode[]; edges: FlowEdge[] },
  { isNeeded, isUnder }: Painting,
) {
  const latest = useRef({ flow, isNeeded })
  latest.current = { flow, isNeeded }
  const store = useStoreApi()
  const size = useFlowStore(({ width, height }) => `${width} ${height}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: repaints when the size or the graph changes
  useEffect(() => {
    const root = frame.current
    root?.classList.toggle(UNDER, isUnder)
    const canvas = root?.querySelector<HTMLCanvasElement>('.mr-canvas__bitmap')
    if (!root || !canvas || !isUnder) return
    const [x, y, zoom] = store.getState().transform
    paint(canvas, { x, y, zoom }, { ...flow, colours: colourReader(root) })
  }, [frame, store, isUnder, flow.nodes, flow.edges, size])
  return useMemo(() => {
    let colours: ((name: string) => string) | undefined
    const stop = () => {
      colours = undefined
      frame.current?.classList.remove(PAINTED)
    }
    return {
      onMove(_: unknown, viewport: Viewport) {
        const root = frame.current
        const canvas = root?.querySelector<HTMLCanvasElement>('.mr-canvas__bitmap')
        if (!root || !canvas || !latest.current.isNeeded()) return stop()
        colours ??= colourReader(root)
        root.classList.add(PAINTED)
        paint(canvas, viewport, { ...latest.current.flow, colours })
      },
      onMoveEnd: stop,
    }
  }, [frame])
}

/** Reads resolved CSS colors, each only once. */
export function colourReader(root: HTMLElement): (name: string) => string {
  const known = new Map<string, string>()
  const probe = document.createElement('span')
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    probe.style.color = name
    root.append(probe)
    const colour = getComputedStyle(probe).color
    probe.remove()
    known.set(name, colour)
    return colour
  }
}

interface Scene {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
  readonly colours: (name: string) => string
}

function paint(canvas: HTMLCanvasElement, { x, y, zoom }: Viewport, { nodes, edges, colours }: Scene): void {
  const ratio = window.devicePixelRatio
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
    canvas.width = width * ratio
    canvas.height = height * ratio
  }
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, width, height)
  pen.setTransform(zoom * ratio, 0, 0, zoom * ratio, x * ratio, y * ratio)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  pen.globalAlpha = 0.12
  for (const { position, width: w = 0, height: h = 0, data } of nodes.filter(isGroupNode)) {
    pen.fillStyle = colours(data.look.color)
    pen.fillRect(position.x, position.y, w, h)
  }
  pen.globalAlpha = 0.45
  pen.lineWidth = Math.max(1.8, 0.8 / zoom)
  pen.strokeStyle = colours('var(--mr-text-3)')
  pen.beginPath()
  for (const { source, target } of edges) {
    const [from, to] = [byId.get(source), byId.get(target)]
    if (from === undefined || to === undefined) continue
    pen.moveTo(from.position.x + (from.width ?? 0), from.position.y + (from.height ?? 0) / 2)
    pen.lineTo(to.position.x, to.position.y + (to.height ?? 0) / 2)
  }
  pen.stroke()
  const [left, top, right, bottom] = [-x / zoom, -y / zoom, (width - x) / zoom, (height - y) / zoom]
  const paper = colours('var(--mr-node)')
  for (const { position, width: w = 0, height: h = 0, data, selected } of nodes.filter((node) => !isGroupNode(node))) {
    if (position.x > right || position.y > bottom || position.x + w < left || position.y + h < top) continue
    pen.globalAlpha = 1
    pen.fillStyle = paper
    pen.fillRect(position.x, position.y, w, h)
    pen.globalAlpha = selected ? 0.6 : 0.2
    pen.fillStyle = colours(data.look.color)
    pen.fillRect(position.x, position.y, w, h)
  }
}
