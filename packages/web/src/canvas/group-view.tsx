import { configOf, GROUP_COLORS, type GroupColor, MIN_GROUP_SIZE } from '@millrace/model'
import { NodeResizer, NodeToolbar, Position } from '@xyflow/react'
import { type CSSProperties, useId } from 'react'
import type { FlowNodeData } from '../graph/flow-graph.ts'
import { groupColor, groupColorValue } from '../graph/group-look.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { useCanvas, useDetail } from './canvas-state.ts'
import { NodeTitle } from './node-title.tsx'

/**
 * A frame around nodes with a title. Only the title takes the pointer, so that nodes and connections in the group, and
 * the canvas below it, react as without a group.
 */
export function GroupView({ data: { node, look, isEditable }, selected }: { data: FlowNodeData; selected: boolean }) {
  const { onResize, onGroup } = useCanvas()
  const detail = useDetail()
  const { content, color } = configOf(node)
  const text = typeof content === 'string' ? content.trim() : ''
  return (
    <>
      {isEditable && onResize !== undefined && (
        <NodeResizer
          isVisible={selected}
          minWidth={MIN_GROUP_SIZE.width}
          minHeight={MIN_GROUP_SIZE.height}
          onResizeEnd={(_, { x, y, width, height }) => onResize(node.id, { x, y, width, height })}
        />
      )}
      {isEditable && onGroup !== undefined && (
        <NodeToolbar isVisible={selected} position={Position.Top} align="end" offset={6} style={TOOLS_STYLE}>
          <GroupTools
            color={groupColor(color)}
            onColor={(next) => onGroup.color(node.id, next)}
            onUngroup={() => onGroup.ungroup(node.id)}
          />
        </NodeToolbar>
      )}
      <div className="mr-group" data-detail={detail}>
        <div className="mr-group__head">
          <NodeTitle node={node.id} title={look.title} className="mr-group__title" />
          {text !== '' && detail === 'full' && <p className="mr-group__text">{text}</p>}
        </div>
      </div>
    </>
  )
}

/** The library would place the tools as far back as the group, behind the canvas. */
const TOOLS_STYLE = { zIndex: 1001 }

interface GroupToolsProps {
  readonly color: GroupColor
  readonly onColor: (color: GroupColor) => void
  readonly onUngroup: () => void
}

/** The colors of a group and the button that removes it, above the group while it is selected. */
function GroupTools({ color, onColor, onUngroup }: GroupToolsProps) {
  const t = useText()
  const name = useId()
  return (
    <div className="mr-group__tools nodrag nopan">
      <div role="radiogroup" aria-label={t.groups.color} className="mr-group__colors">
        {GROUP_COLORS.map((one) => (
          <label key={one} className="mr-group__color" data-tip={t.groups.colors[one]}>
            <input
              type="radio"
              name={name}
              checked={one === color}
              aria-label={t.groups.colors[one]}
              onChange={() => onColor(one)}
            />
            <span style={{ '--swatch': groupColorValue(one) } as CSSProperties} />
          </label>
        ))}
      </div>
      <IconButton small icon="mdi:ungroup" label={t.groups.ungroup} onClick={onUngroup} />
    </div>
  )
}
