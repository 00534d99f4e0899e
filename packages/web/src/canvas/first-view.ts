/**
 * The first view of a workflow: everything, or on a narrow canvas, where everything would be too small to read, the
 * beginning at a readable zoom.
 */
import type { Box } from '@millrace/model'

const NARROW = 600
const READABLE_ZOOM = 0.6
const MARGIN = 24

/** The viewport that shows the beginning of the nodes; undefined if all of them can be shown. */
export function readableView(nodes: Box, { width, height }: { readonly width: number; readonly height: number }) {
  if (width === 0 || width >= NARROW) return undefined
  const zoomOfAll = Math.min((width - 2 * MARGIN) / nodes.width, (height - 2 * MARGIN) / nodes.height)
  if (zoomOfAll >= READABLE_ZOOM) return undefined
  const zoom = READABLE_ZOOM
  const isTooHigh = nodes.height * zoom > height - 2 * MARGIN
  return {
    x: MARGIN - nodes.x * zoom,
    y: isTooHigh ? MARGIN - nodes.y * zoom : (height - nodes.height * zoom) / 2 - nodes.y * zoom,
    zoom,
  }
}
