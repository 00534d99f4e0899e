/**
 * The drawing surface: a graph in, gestures out. It knows nothing of saving, undo or panels, so the editor, the pipeline
 * viewer and the assistant's preview share it. The only folder that imports the canvas library.
 */

import type { Catalogue, Graph, Point } from '@millrace/model'
import {
  Background,
  BackgroundVariant,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
} from '@xyflow/react'
import { memo, type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { connectionVerdict } from '../graph/connection-check.ts'
import { SIZE_PROPERTIES } from '../graph/geometry.ts'
import { NO_MARKS, type NodeMarks } from '../graph/node-marks.ts'
import type { PortRules } from '../graph/port-rules.ts'
import { NOTHING_SELECTED, type Selection } from '../graph/selection.ts'
import { useText } from '../i18n/use-text.ts'
import { ariaHelp } from './aria-help.ts'
import { BitmapMinimap } from './bitmap-minimap.tsx'
import { type CanvasApi, useCanvasApi } from './canvas-api.ts'
import { type CanvasEditing, GRID, type MenuTarget } from './canvas-editing.ts'
import { CanvasContext, type CanvasShared, createCanvasStore } from './canvas-state.ts'
import { ConnectionLine, ConnectionReason } from './connection-line.tsx'
import { EdgeView } from './edge-view.tsx'
import type { FlowEdge, FlowNode } from './flow-types.ts'
import { useLodCanvas } from './lod-canvas.ts'
import { NodeView } from './node-view.tsx'
import { useSkipMeasuring } from './skip-measuring.ts'
import { endOf, useConnecting } from './use-connecting.ts'
import { useDrop } from './use-drop.ts'
import { useFlow } from './use-flow.ts'
import { useInserting } from './use-inserting.ts'
import { ZoomTools } from './zoom-tools.tsx'

export interface CanvasProps {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly rules: PortRules
  readonly selection?: Selection
  readonly marks?: NodeMarks
  readonly edgeMarks?: ReadonlyMap<string, 'active' | 'added' | 'removed'>
  /** Without it nothing can be moved, connected or resized. */
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
const NO_EDGE_MARKS: ReadonlyMap<string, 'active' | 'added' | 'removed'> = new Map()
/** From here on only what is in view is in the page. */
const MANY = 150
/** Below this not even titles are drawn. */
const TINY_ZOOM = 0.13
/** Below these zooms ports cannot be read; with many nodes drawing them costs too much a little earlier. */
const FAR_ZOOM = { few: 0.36, many: 0.42 }
const WHOLE = { maxZoom: 1, padding: 0.09 }

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Surface {...props} />
    </ReactFlowProvider>
  )
}

function Surface(props: CanvasProps) {
  const t = useText()
  const { graph, catalogue, rules, editing, selection = NOTHING_SELECTED, snaps = true } = props
  const [store] = useState(createCanvasStore)
  useSkipMeasuring()
  const frame = useRef<HTMLDivElement>(null)
  const input = {
    graph,
    types: catalogue.types,
    rules,
    marks: props.marks ?? NO_MARKS,
    edgeMarks: props.edgeMarks ?? NO_EDGE_MARKS,
    selectedNodes: selection.nodes,
    selectedEdges: selection.edges,
    isEditable: editing !== undefined,
  }
  const inserting = useInserting({ store, editing, frame })
  const flow = useFlow(input, { onSelect: props.onSelect, onMove: inserting.onMove })
  const spoken = useMemo(() => ariaHelp(input.isEditable, t), [input.isEditable, t])
  const api = useCanvasApi()
  useImperativeHandle(props.apiRef, () => api, [api])
  const connecting = useConnecting({ store, editing, api })
  const drop = useDrop({ store, editing, frame, api })
  // Read when it is asked for: a context of its own for every change would draw every port anew.
  const checked = useRef({ graph, types: catalogue.types, rules })
  checked.current = { graph, types: catalogue.types, rules }
  const shared = useMemo<CanvasShared>(
    () => ({
      store,
      colorOf: rules.colorOf,
      typeNameOf: rules.nameOf,
      verdictFor: (from, node, port) =>
        from.direction === 'output'
          ? connectionVerdict(from, { node, port }, checked.current)
          : connectionVerdict({ node, port }, from, checked.current),
      onResize: editing?.onResize,
      onAddTo: editing?.onAddTo,
      onEditLabel: undefined,
    }),
    [store, rules, editing?.onResize, editing?.onAddTo],
  )
  const isCrowded = graph.nodes.length > MANY
  const [isTiny, setTiny] = useState(false)
  const isUnder = isTiny && isCrowded
  const painter = useLodCanvas(frame, flow, { isNeeded: () => isCrowded && store.get().isFar, isUnder })
  const farZoom = isCrowded ? FAR_ZOOM.many : FAR_ZOOM.few
  const open = (event: React.MouseEvent | MouseEvent, target: MenuTarget) => {
    event.preventDefault()
    props.onMenu?.({ x: event.clientX, y: event.clientY }, target)
  }
  return (
    <CanvasContext value={shared}>
      <div className="mr-canvas" style={SIZE_PROPERTIES} data-tiny={isTiny} ref={frame} {...drop}>
        <ReactFlow
          {...flow}
          // A connection that is thinner than can be pointed at need not be an element; the bitmap has it.
          edges={isUnder ? NO_EDGES : flow.edges}
          {...connecting}
          {...inserting.handlers}
          aria-label={t.editor.canvas.name}
          ariaLabelConfig={spoken}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          connectionLineComponent={ConnectionLine}
          isValidConnection={(connection) => {
            const [source, target] = [
              endOf(connection.sourceHandle, connection.source),
              endOf(connection.targetHandle, connection.target),
            ]
            return source !== undefined && target !== undefined && connectionVerdict(source, target, checked.current).ok
          }}
          onViewportChange={({ zoom }) => {
            const isFar = zoom < farZoom
            if (store.get().isFar !== isFar) store.set({ isFar })
            setTiny(zoom < TINY_ZOOM)
          }}
          {...painter}
          onNodeDoubleClick={(_, node) => props.onOpen?.(node.id)}
          onNodeContextMenu={(event, node) => open(event, { node: node.id })}
          onEdgeContextMenu={(event, edge) => open(event, { edge: edge.id })}
          onPaneContextMenu={(event) => open(event, { at: api.toCanvas({ x: event.clientX, y: event.clientY }) })}
          nodesDraggable={editing !== undefined}
          nodesConnectable={editing !== undefined}
          edgesReconnectable={editing !== undefined}
          snapToGrid={snaps}
          snapGrid={[GRID, GRID]}
          connectionRadius={28}
          reconnectRadius={13}
          onlyRenderVisibleElements={isCrowded}
          elevateNodesOnSelect={!isCrowded}
          selectionMode={SelectionMode.Partial}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.04}
          maxZoom={2.5}
          // Not as a property: that asks before there is anything to be moved, and is then forgotten.
          onInit={(instance) => void instance.fitView(WHOLE)}
        >
          <Background variant={BackgroundVariant.Dots} gap={GRID * 2} size={1.3} />
          <ConnectionReason />
          <canvas className="mr-canvas__bitmap" />
          {props.showsMinimap && (isCrowded ? <BitmapMinimap nodes={flow.nodes} /> : <Overview />)}
          <Panel position="bottom-left">
            <ZoomTools api={api} />
          </Panel>
          {props.children}
        </ReactFlow>
      </div>
    </CanvasContext>
  )
}

// Given anew with every change, they would draw every node of the map anew.
const MAP_STYLE = { width: 168, height: 112 }
const mapColor = ({ data }: FlowNode) => data.look.color

const Overview = memo(function Overview() {
  const t = useText()
  return (
    <MiniMap<FlowNode>
      pannable
      zoomable
      ariaLabel={t.editor.canvas.minimap}
      style={MAP_STYLE}
      nodeColor={mapColor}
      nodeBorderRadius={12}
      nodeStrokeWidth={0}
    />
  )
})
