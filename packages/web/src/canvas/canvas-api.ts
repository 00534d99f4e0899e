/** API of a canvas for other components: viewport control and conversion between screen and canvas coordinates. */
import type { Point } from '@millrace/model'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasState } from './canvas-state.ts'
import { readableView } from './first-view.ts'

export interface CanvasApi {
  readonly fit: () => void
  /** The first view of a workflow: everything, or its beginning if that would be too small to read. */
  readonly open: () => Promise<unknown>
  /** Scrolls nodes into view without zooming in further than needed to read them. */
  readonly show: (nodes: readonly string[]) => void
  /** Scrolls a new node into view if it is not visible yet. */
  readonly keepInView: (node: string) => void
  /** Focuses a node, so that keys apply to it. */
  readonly focus: (node: string) => void
  readonly zoomBy: (factor: number) => void
  readonly zoomTo: (zoom: number) => void
  readonly toCanvas: (screen: Point) => Point
  /** Position of the pointer in canvas coordinates; undefined if it is not over the canvas. */
  readonly pointer: () => Point | undefined
  /** Lets the user edit the title of a node. */
  readonly rename: (node: string) => void
  /** Center of the viewport in canvas coordinates. */
  readonly centre: () => Point
}

const DURATION = 220
const NEAR = 20
const ROOM = 60

/** Distance by which a range must move to fit into a frame with a margin; a range that is too long aligns its start. */
function shiftInto([from, to]: [number, number], [start, end]: [number, number]): number {
  if (from > start + NEAR && to < end - NEAR) return 0
  return from <= start + NEAR || to - from > end - start - 2 * ROOM ? start + ROOM - from : end - ROOM - to
}

interface ApiParts {
  readonly store: Store<CanvasState>
  readonly pointer: () => Point | undefined
}

export function useCanvasApi({ store: canvasStore, pointer }: ApiParts): CanvasApi {
  const flow = useReactFlow()
  const store = useStoreApi()
  return useMemo(() => {
    const duration = () => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DURATION)
    return {
      fit: () => void flow.fitView({ duration: duration(), maxZoom: 1, padding: 0.09 }),
      open: () => {
        const { width, height } = store.getState()
        const view = readableView(flow.getNodesBounds(flow.getNodes()), { width, height })
        return view === undefined ? flow.fitView({ maxZoom: 1, padding: 0.09 }) : flow.setViewport(view)
      },
      show: (nodes) =>
        void flow.fitView({
          nodes: nodes.map((id) => ({ id })),
          duration: duration(),
          maxZoom: 1,
          minZoom: 0.6,
          padding: 0.3,
        }),
      keepInView: (id) =>
        // The library knows the node only after it has been rendered.
        void requestAnimationFrame(() => {
          const box = store.getState().domNode?.getBoundingClientRect()
          const node = flow.getNode(id)
          if (box === undefined || node === undefined) return
          const { x, y } = flow.flowToScreenPosition(node.position)
          const [right, bottom] = [x + (node.width ?? 0) * flow.getZoom(), y + (node.height ?? 0) * flow.getZoom()]
          // Move as little as needed, so that the node it was added after stays visible.
          const by = {
            x: shiftInto([x, right], [box.left, box.right]),
            y: shiftInto([y, bottom], [box.top, box.bottom]),
          }
          if (by.x === 0 && by.y === 0) return
          const view = flow.getViewport()
          void flow.setViewport({ ...view, x: view.x + by.x, y: view.y + by.y }, { duration: duration() })
        }),
      focus: (id) => {
        const selector = `.react-flow__node[data-id="${CSS.escape(id)}"]`
        const find = () => store.getState().domNode?.querySelector<HTMLElement>(selector)
        const node = find()
        // At once, so that the next key does not reach the field that was left.
        if (node) node.focus({ preventScroll: true })
        // A popup that closes returns the focus before that.
        else whenDrawn(() => find()?.focus({ preventScroll: true }))
      },
      zoomBy: (factor) => void flow.zoomTo(flow.getZoom() * factor, { duration: duration() }),
      zoomTo: (zoom) => void flow.zoomTo(zoom, { duration: duration() }),
      toCanvas: (screen) => flow.screenToFlowPosition(screen, { snapToGrid: true }),
      pointer: () => {
        const at = pointer()
        return at && flow.screenToFlowPosition(at, { snapToGrid: true })
      },
      rename: (renaming) => canvasStore.set({ renaming }),
      centre: () => {
        const box = store.getState().domNode?.getBoundingClientRect()
        if (box === undefined) return { x: 0, y: 0 }
        return flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 })
      },
    }
  }, [flow, store, canvasStore, pointer])
}

/** Runs this when a new node is drawn, two frames later, unless a key was pressed or a button clicked before. */
function whenDrawn(run: () => void): void {
  let isDue = true
  const stop = () => {
    isDue = false
  }
  const once = { capture: true, once: true }
  window.addEventListener('keydown', stop, once)
  window.addEventListener('pointerdown', stop, once)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      window.removeEventListener('keydown', stop, once)
      window.removeEventListener('pointerdown', stop, once)
      if (isDue) run()
    }),
  )
}
