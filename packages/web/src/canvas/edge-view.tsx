import type { Box } from '@millrace/model'
import {
  BaseEdge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  type InternalNode,
  useStoreApi,
} from '@xyflow/react'
import { memo } from 'react'
import { crosses, detour } from '../graph/edge-detour.ts'
import { type Ends, loopBack } from '../graph/edge-routing.ts'
import type { ObstacleIndex } from '../graph/obstacle-index.ts'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { useStore } from '../ui/store.ts'
import { useCanvas } from './canvas-state.ts'
import { EdgeAddButton } from './edge-add-button.tsx'
import type { FlowEdge } from './flow-types.ts'

/** One connection in the color of its data type; a comment and a conversion are marked in its middle. */
export const EdgeView = memo(function EdgeView(props: EdgeProps<FlowEdge>) {
  const { id, data, selected = false } = props
  const t = useText()
  const { isFar, isTarget, isPointed, offersAdd } = useEdgeState(id)
  const [path, labelX, labelY] = usePath(props)
  const className = classNames(
    'mr-edge',
    `mr-edge--${data?.kind ?? 'data'}`,
    selected && 'mr-edge--selected',
    data?.isActive && 'mr-edge--active',
    data?.change && `mr-edge--${data.change}`,
    data?.run && `mr-edge--${data.run}`,
    isTarget && 'mr-edge--target',
  )
  const hasMark = !isFar && data !== undefined && (data.label !== '' || data.conversion !== undefined)
  // Shown on selected edges too, for keyboard users.
  const showsOrder = !isFar && data?.kind === 'trigger' && (isPointed || selected)
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={className}
        interactionWidth={isFar ? 0 : 16}
        style={{ '--edge-color': data?.color } as React.CSSProperties}
      />
      {(hasMark || offersAdd || showsOrder) && (
        <EdgeLabelRenderer>
          <div
            className="mr-edge__mark nodrag nopan"
            style={
              {
                transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)`,
                '--edge-color': data?.color,
              } as React.CSSProperties
            }
          >
            {hasMark && data.conversion !== undefined && (
              <span className="mr-edge__conversion" data-tip={data.conversion}>
                <Icon name="mdi:swap-horizontal" size={11} />
                <span className="mr-visually-hidden">{data.conversion}</span>
              </span>
            )}
            {hasMark && data.label !== '' && <span className="mr-edge__label">{data.label}</span>}
            {showsOrder && (
              <span className="mr-edge__label" data-tip={t.connections.orderOnlyHelp}>
                {t.connections.orderOnly}
              </span>
            )}
            {offersAdd && <EdgeAddButton edge={id} />}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

/** The canvas state of a connection in one subscription instead of three: there may be thousands of connections. */
function useEdgeState(id: string) {
  const { store, onAddTo } = useCanvas()
  const situation = useStore(store, ({ isFar, dropEdge, hoverEdge }) =>
    dropEdge === id ? 'target' : isFar ? 'far' : hoverEdge === id ? 'pointed' : 'near',
  )
  return {
    isFar: situation === 'far',
    isTarget: situation === 'target',
    isPointed: situation === 'pointed',
    // Keyboard users find this action in the settings of the connection.
    offersAdd: situation === 'pointed' && onAddTo !== undefined,
  }
}

/** A connection that ends this far left of its start is routed as a loop back. */
const LOOP_BACK_OFFSET = 40

type DrawnPath = readonly [path: string, labelX: number, labelY: number]

function drawn([path, labelX, labelY]: readonly [string, number, number, ...unknown[]]): DrawnPath {
  return [path, labelX, labelY]
}

function usePath(props: EdgeProps<FlowEdge>): DrawnPath {
  const { source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const flow = useStoreApi()
  const ends = { sourceX, sourceY, targetX, targetY }
  const sides = { ...ends, sourcePosition, targetPosition }
  const isSideways = sourcePosition === 'right' && targetPosition === 'left'
  const { store, obstacles } = useCanvas()
  const placement = useStore(store, (state) => state.placement)
  const { nodeLookup: nodes } = flow.getState()
  const nearby: Nearby = { index: obstacles(nodes, placement), nodes }
  const curve = () => drawn(getBezierPath({ ...sides, curvature: 0.28 }))
  if (!isSideways) return curve()
  if (targetX >= sourceX - LOOP_BACK_OFFSET) {
    if (!crosses(ends, obstaclesIn(directArea(ends), props, nearby))) return curve()
    const around = aroundNodes(props, ends, nearby)
    if (around !== undefined) return around
  }
  // Read without subscribing: moving a node re-renders its edges anyway.
  const own = [nodes.get(source), nodes.get(target)].flatMap((node) => (node ? [boxOf(node)] : []))
  return loopBack(ends, own, (area) => obstaclesIn(area, props, nearby))
}

/** Space around a connection in which its route may go. */
const REACH = 400

/** A route to the right around nodes; undefined if there is no space for it. */
function aroundNodes(props: EdgeProps<FlowEdge>, ends: Ends, nearby: Nearby): DrawnPath | undefined {
  const direct = directArea(ends)
  return detour(ends, obstaclesIn({ ...direct, y: direct.y - REACH, height: direct.height + 2 * REACH }, props, nearby))
}

/** The area between the ends. */
function directArea({ sourceX, sourceY, targetX, targetY }: Ends): Box {
  const [x, y] = [Math.min(sourceX, targetX), Math.min(sourceY, targetY)]
  return { x, y, width: Math.abs(targetX - sourceX), height: Math.abs(targetY - sourceY) }
}

interface Nearby {
  readonly index: ObstacleIndex
  readonly nodes: ReadonlyMap<string, InternalNode>
}

/** The nodes in an area except the two ends, at their current positions: dragged ones have left their indexed place. */
function obstaclesIn(area: Box, { source, target }: EdgeProps<FlowEdge>, { index, nodes }: Nearby): Box[] {
  return index.near(area).flatMap(({ id }) => {
    const node = id === source || id === target ? undefined : nodes.get(id)
    return node === undefined ? [] : [boxOf(node)]
  })
}

function boxOf({ internals, measured: { width = 0, height = 0 } }: InternalNode): Box {
  return { ...internals.positionAbsolute, width, height }
}
