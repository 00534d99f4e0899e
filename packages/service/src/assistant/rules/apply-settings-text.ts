import type { NodeType, WorkflowNode } from '@millrace/model'
import type { Draft } from './draft.ts'
import { settingsIn } from './language/settings-in.ts'
import { did } from './outcome.ts'

/** Sets what a text says about a node that is there; false when it says nothing, or nothing new. */
export function setWhatIsSaid(text: string, node: Pick<WorkflowNode, 'id'>, type: NodeType, draft: Draft): boolean {
  const { values } = settingsIn(text, type, draft.held)
  const keys = Object.keys(values)
  if (keys.length === 0 || !draft.set(node.id, values)) return false
  draft.touch(node.id)
  return did(draft, `I set ${keys.map((key) => `\`${key}\``).join(' and ')} of ${draft.name(node.id)}.`)
}
