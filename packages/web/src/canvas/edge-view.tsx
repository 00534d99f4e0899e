import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react'
import { memo } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { useIsFar } from './canvas-state.ts'
import type { FlowEdge } from './flow-graph.ts'

/** One connection, in the colour of what flows through it; a comment and a conversion are marked in its middle. */
export const EdgeView = memo(function EdgeView(props: EdgeProps<FlowEdge>) {
  const { id, data, selected, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const isFar = useIsFar()
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }
  const goesBack = targetX < sourceX - 40
  const [path, labelX, labelY] = goesBack
    ? getSmoothStepPath({ ...ends, borderRadius: 14, offset: 22 })
    : getBezierPath({ ...ends, curvature: 0.28 })
  const className = classNames(
    'mr-edge',
    `mr-edge--${data?.kind ?? 'data'}`,
    selected && 'mr-edge--selected',
    data?.isActive && 'mr-edge--active',
    data?.change && `mr-edge--${data.change}`,
  )
  const hasMark = !isFar && data !== undefined && (data.label !== '' || data.conversion !== undefined)
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={className}
        interactionWidth={isFar ? 0 : 16}
        style={{ '--edge-color': data?.color } as React.CSSProperties}
      />
      {hasMark && (
        <EdgeLabelRenderer>
          <div
            className="mr-edge__mark nodrag nopan"
            style={
              {
                transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)`,
                '--edge-color': data.color,
              } as React.CSSProperties
            }
          >
            {data.conversion !== undefined && (
              <span className="mr-edge__conversion" data-tip={data.conversion}>
                <Icon name="mdi:swap-horizontal" size={11} />
                <span className="mr-visually-hidden">{data.conversion}</span>
              </span>
            )}
            {data.label !== '' && <span className="mr-edge__label">{data.label}</span>}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
