import { memo } from 'react'
import { boundsOf, type ThumbnailGraph, type ThumbnailNode } from './thumbnail-shapes.ts'

interface ThumbnailProps {
  readonly graph: ThumbnailGraph
  readonly className?: string
}

/** A static drawing of a graph. */
export const Thumbnail = memo(function Thumbnail({ graph, className = '' }: ThumbnailProps) {
  const { x, y, width, height } = boundsOf(graph.nodes)
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  // Keeps the stroke width independent of the size of the graph.
  const line = Math.max(width / 150, height / 80)
  return (
    <svg
      className={`mr-mini ${className}`}
      viewBox={`${x} ${y} ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {graph.edges.map(({ source, target }, at) => {
        const [from, to] = [byId.get(source), byId.get(target)]
        if (from === undefined || to === undefined) return null
        // Edges have no ids here, and their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return <path key={at} className="mr-mini__edge" d={curve(from, to)} strokeWidth={line} />
      })}
      {graph.nodes.map((node) => (
        <rect
          key={node.id}
          className="mr-mini__node"
          x={node.x}
          y={node.y}
          width={node.width}
          height={node.height}
          rx={node.kind === 'pill' ? node.height / 2 : 16}
          strokeWidth={line}
          style={{ '--node-color': node.color } as React.CSSProperties}
        />
      ))}
    </svg>
  )
})

function curve(from: ThumbnailNode, to: ThumbnailNode): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2]
  const [x2, y2] = [to.x, to.y + to.height / 2]
  // An edge that leads back has a short curve at both ends.
  const pull = x2 > x1 ? Math.max(40, (x2 - x1) / 2) : 110
  return `M${x1} ${y1}C${x1 + pull} ${y1} ${x2 - pull} ${y2} ${x2} ${y2}`
}
