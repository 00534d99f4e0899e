/** Sample data of nodes for components: the data panels, the value picker and previews of expressions. */
import type { Graph, NodeType } from '@millrace/model'
import { createContext, use, useEffect, useMemo, useRef } from 'react'
import { createStore, type Store, useStore } from '../ui/store.ts'
import type { LastRun, LastRunState } from './last-run.ts'
import { type NodeData, nodeDataOf, type UpstreamNode, upstreamOf } from './node-data.ts'

export interface NodeDataContextValue {
  readonly graph: Graph
  readonly types: ReadonlyMap<string, NodeType>
  readonly lastRun: LastRun | undefined
  /** The id under which the workflow is stored. */
  readonly workflowId: string | undefined
  /** The node whose settings are shown. */
  readonly nodeId: string | undefined
}

const NOTHING: NodeDataContextValue = {
  graph: { nodes: [], edges: [] },
  types: new Map(),
  lastRun: undefined,
  workflowId: undefined,
  nodeId: undefined,
}

/** Without a provider there is no data. */
export const NodeDataContext = createContext<NodeDataContextValue>(NOTHING)

const NO_RUN: Store<LastRunState> = createStore<LastRunState>({ runs: [], isLoading: false })

function useSources() {
  const { graph, types, lastRun, workflowId } = use(NodeDataContext)
  const runs = useStore(lastRun?.store ?? NO_RUN, (state) => state.runs)
  const nodes = useRef(graph.nodes)
  nodes.current = graph.nodes
  useEffect(() => {
    const ids = nodes.current.map(({ id }) => id)
    if (workflowId !== undefined) void lastRun?.load(workflowId, ids)
  }, [lastRun, workflowId])
  return useMemo(() => ({ graph, types, runs }), [graph, types, runs])
}

/** The last inputs and outputs of a node: of the last run, or pinned. */
export function useNodeData(nodeId: string): NodeData {
  const sources = useSources()
  return useMemo(() => nodeDataOf(sources, nodeId), [sources, nodeId])
}

/** The nodes before a node, nearest first, with their last or pinned outputs. */
export function useUpstream(nodeId: string): readonly UpstreamNode[] {
  const sources = useSources()
  return useMemo(() => upstreamOf(sources, nodeId), [sources, nodeId])
}

/** The node whose settings surround the component; undefined outside of node settings. */
export function useConfiguredNode(): string | undefined {
  return use(NodeDataContext).nodeId
}
