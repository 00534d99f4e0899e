/** Disables and enables the selected nodes. */
import { isDisabled, type WorkflowNode } from '@millrace/model'
import { isAnnotation } from '../graph/node-look.ts'
import type { EditorSession } from './session.ts'

/** The selected nodes that can run. Notes and ideas never do. */
function selectedSteps({ store }: EditorSession): WorkflowNode[] {
  const { selection, history, catalogue } = store.get()
  return history.document.nodes
    .filter(({ id }) => selection.nodes.has(id))
    .filter((node) => !isAnnotation(node, catalogue.types))
}

export function canDisable(session: EditorSession): boolean {
  return selectedSteps(session).length > 0
}

/** True if all selected nodes are disabled: the action then enables them. */
export function areDisabled(session: EditorSession): boolean {
  const nodes = selectedSteps(session)
  return nodes.length > 0 && nodes.every(isDisabled)
}

/** Disables the selected nodes, or enables them if all of them are disabled; one undo step. */
export function toggleDisabled(session: EditorSession): void {
  const nodes = selectedSteps(session)
  const isOff = areDisabled(session)
  if (nodes.length === 0) return
  session.transact(isOff ? 'enableNodes' : 'disableNodes', (tx) => {
    for (const { id } of nodes) {
      if (isOff) tx.enable({ node: id })
      else tx.disable({ node: id })
    }
  })
}
