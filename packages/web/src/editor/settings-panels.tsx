import type { WorkflowNode } from '@millrace/model'
import { useExtensions } from './editor-extension.ts'

/** The panels of extensions above the settings of a node. */
export function SettingsPanels({ node }: { node: WorkflowNode }) {
  const extensions = useExtensions()
  return extensions.map(({ key, settings: Panel }) => Panel !== undefined && <Panel key={key} node={node} />)
}
