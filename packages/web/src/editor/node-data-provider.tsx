import { type ReactNode, useMemo } from 'react'
import { NodeDataContext } from '../data/use-node-data.ts'
import { useEditor, useEditorState } from './editor-context.tsx'

/** Provides the document and its last run to the data hooks, for the settings of a node. */
export function NodeDataProvider({ nodeId, children }: { nodeId: string; children: ReactNode }) {
  const { lastRun } = useEditor()
  const graph = useEditorState((state) => state.history.document)
  const types = useEditorState((state) => state.catalogue.types)
  const workflowId = useEditorState((state) => state.origin?.id)
  const value = useMemo(
    () => ({ graph, types, lastRun, workflowId, nodeId }),
    [graph, types, lastRun, workflowId, nodeId],
  )
  return <NodeDataContext value={value}>{children}</NodeDataContext>
}
