/**
 * The drawing surface: renders a graph and reports gestures. It has no knowledge of saving, undo or panels, so the
 * editor, the pipeline viewer and the assistant's preview share it. Only this folder imports the canvas library.
 */

import type { Catalogue, Graph, Point } from '@millrace/model'
import {
  Background,
  BackgroundVariant,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  SelectionMode,
} from '@xyflow/react'
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { EdgeMark, FlowInput } from '../graph/flow-graph.ts'
import { SIZE_PROPERTIES } from '../graph/geometry.ts'
import { NO_MARKS, type NodeMarks } from '../graph/node-marks.ts'
import type { PortRules } from '../graph/port-rules.ts'
import { NOTHING_SELECTED, type Selection } from '../graph/selection.ts'
import { useText } from '../i18n/use-text.ts'
import type { Store } from '../ui/store.ts'
import { ariaHelp } from './aria-help.ts'
import { BitmapMinimap } from './bitmap-minimap.tsx'
import { type CanvasApi, useCanvasApi } from './canvas-api.ts'
import { type CanvasEditing, GRID, type MenuTarget } from './canvas-editing.ts'
import { CanvasContext, type CanvasShared, type CanvasState, createCanvasStore } from './canvas-state.ts'
import { ConnectionLine, ConnectionReason } from './connection-line.tsx'
import { contextMenus } from './context-menus.ts'
import { EdgeView } from './edge-view.tsx'
import type { FlowEdge, FlowNode } from './flow-types.ts'
import { useLodCanvas } from './lod-canvas.ts'
import { NodeMinimap } from './node-minimap.tsx'
import { NodeView } from './node-view.tsx'
import { obstacleCache } from './obstacles.ts'
import { useSkipMeasuring } from './skip-measuring.ts'
import { useConnecting } from './use-connecting.ts'
import { useConnectionCheck } from './use-connection-check.ts'
import { useDetailLevel } from './use-detail-level.ts'
import { useDrop } from './use-drop.ts'
import { useFlow } from './use-flow.ts'
import { useInserting } from './use-inserting.ts'
import { usePlacement } from './use-placement.ts'
import { usePointer } from './use-pointer.ts'
import { ZoomTools } from './zoom-tools.tsx'

export interface CanvasProps {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly rules: PortRules
  readonly selection?: Selection
  readonly marks?: NodeMarks
  readonly edgeMarks?: ReadonlyMap<string, EdgeMark>
  /** Without it the canvas is read-only. */
  readonly editing?: CanvasEditing
  readonly onSelect?: (selection: Selection) => void
  readonly onOpen?: (node: string) => void
  readonly onMenu?: (screen: Point, target: MenuTarget) => void
  readonly showsMinimap?: boolean
  readonly snaps?: boolean
  readonly apiRef?: Ref<CanvasApi>
  readonly children?: ReactNode
}

const NODE_TYPES = { node: NodeView }
const EDGE_TYPES = { edge: EdgeView }
const NO_EDGES: FlowEdge[] = []
const NO_EDGE_MARKS: ReadonlyMap<string, EdgeMark> = new Map()
/** From this number of nodes on, only visible nodes are rendered. */
const MANY = 150

const INTERACTION = {
  snapGrid: [GRID, GRID],
  connectionRadius: 28,
  reconnectRadius: 13,
  selectionMode: SelectionMode.Partial,
  selectionKeyCode: 'Shift',
  multiSelectionKeyCode: ['Shift', 'Control', 'Meta'],
  deleteKeyCode: null,
  zoomOnDoubleClick: false,
  minZoom: 0.04,
  maxZoom: 2.5,
} satisfies Partial<ReactFlowProps<FlowNode, FlowEdge>>

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Surface {...props} />
    </ReactFlowProvider>
  )
}

function Surface(props: CanvasProps) {
  const t = useText()
  const { graph, editing, snaps = true } = props
  const isEditable = editing !== undefined
  const isCrowded = graph.nodes.length > MANY
  const [store] = useState(createCanvasStore)
  useSkipMeasuring()
  const frame = useRef<HTMLDivElement>(null)
  // The library draws nodes before it can move the view: they would jump, and a click at that moment would miss them.
  const [isOpen, setOpen] = useState(graph.nodes.length === 0)
  const inserting = useInserting({ store, editing, frame })
  const flow = useFlow(flowInputOf(props), { onSelect: props.onSelect, onMove: inserting.onMove })
  usePlacement(
    store,
    flow.nodes,
    flow.nodes.some((node) => 'dragging' in node),
  )
  const ariaLabels = useMemo(() => ariaHelp(isEditable, t), [isEditable, t])
  const pointer = usePointer()
  const api = useCanvasApi({ store, pointer: pointer.position })
  useImperativeHandle(props.apiRef, () => api, [api])
  const connecting = useConnecting({ store, editing, api })
  const drop = useDrop({ store, editing, frame, api })
  const { shared, isValidConnection } = useShared(store, props)
  const { isTiny, onViewportChange } = useDetailLevel(store, isCrowded)
  const isUnder = isTiny && isCrowded
  const painter = useLodCanvas(frame, flow, { isNeeded: () => isCrowded && store.get().isFar, isUnder })
  return (
    <CanvasContext value={shared}>
      <div
        className="mr-canvas"
        style={SIZE_PROPERTIES}
        data-tiny={isTiny}
        data-open={isOpen}
        ref={frame}
        {...drop}
        {...pointer.handlers}
      >
        <ReactFlow
          {...INTERACTION}
          {...flow}
          // Connections that are too thin to click are drawn by the bitmap instead of elements.
          edges={isUnder ? NO_EDGES : flow.edges}
          {...connecting}
          {...inserting.handlers}
          {...painter}
          {...contextMenus(api, props.onMenu)}
          aria-label={t.editor.canvas.name}
          ariaLabelConfig={ariaLabels}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          connectionLineComponent={ConnectionLine}
          isValidConnection={isValidConnection}
          onViewportChange={onViewportChange}
          onNodeDoubleClick={(_, node) => props.onOpen?.(node.id)}
          nodesDraggable={isEditable}
          nodesConnectable={isEditable}
          edgesReconnectable={isEditable}
          snapToGrid={snaps}
          onlyRenderVisibleElements={isCrowded}
          elevateNodesOnSelect={!isCrowded}
          // An empty canvas must not fit its first node later: the library delays the call until there is one.
          // Not the `fitView` property: the library applies it before the nodes exist and then drops it.
          onInit={() => !isOpen && void api.open().finally(() => setOpen(true))}
        >
          <Background variant={BackgroundVariant.Dots} gap={GRID * 2} size={1.3} />
          <ConnectionReason />
          <canvas className="mr-canvas__bitmap" />
          {props.showsMinimap && (isCrowded ? <BitmapMinimap nodes={flow.nodes} /> : <NodeMinimap />)}
          <Panel position="bottom-left">
            <ZoomTools api={api} />
          </Panel>
          {props.children}
        </ReactFlow>
      </div>
    </CanvasContext>
  )
}

function flowInputOf({ graph, catalogue, rules, marks, edgeMarks, selection, editing }: CanvasProps): FlowInput {
  const { nodes, edges } = selection ?? NOTHING_SELECTED
  return {
    graph,
    types: catalogue.types,
    rules,
    marks: marks ?? NO_MARKS,
    edgeMarks: edgeMarks ?? NO_EDGE_MARKS,
    selectedNodes: nodes,
    selectedEdges: edges,
    isEditable: editing !== undefined,
  }
}

/** Context of nodes and ports. Its identity changes only with the rules or the gestures, not with the graph. */
function useShared(store: Store<CanvasState>, { graph, catalogue, rules, editing }: CanvasProps) {
  const { checkPort, isValidConnection } = useConnectionCheck({ graph, types: catalogue.types, rules })
  const [obstacles] = useState(obstacleCache)
  const shared = useMemo<CanvasShared>(
    () => ({
      store,
      colorOf: rules.colorOf,
      typeNameOf: rules.nameOf,
      checkPort,
      obstacles,
      onResize: editing?.onResize,
      onGroup: editing?.onGroup,
      onAddTo: editing?.onAddTo,
      onEditLabel: editing?.onRename,
    }),
    [store, rules, checkPort, obstacles, editing?.onResize, editing?.onGroup, editing?.onAddTo, editing?.onRename],
  )
  return { shared, isValidConnection }
}
