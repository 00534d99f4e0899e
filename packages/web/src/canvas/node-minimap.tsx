import { MiniMap } from '@xyflow/react'
import { memo } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { FlowNode } from './flow-types.ts'

// Constants: new objects would re-render every node of the minimap on each change.
const STYLE = { width: 168, height: 112 }
// A group must not hide its nodes.
const colorOf = ({ data }: FlowNode) =>
  data.look.visual === 'group' ? `color-mix(in srgb, ${data.look.color} 25%, transparent)` : data.look.color

/** The library's minimap, with one element per node. */
export const NodeMinimap = memo(function NodeMinimap() {
  const t = useText()
  return (
    <MiniMap<FlowNode>
      pannable
      zoomable
      ariaLabel={t.editor.canvas.minimap}
      style={STYLE}
      nodeColor={colorOf}
      nodeBorderRadius={12}
      nodeStrokeWidth={0}
    />
  )
})
