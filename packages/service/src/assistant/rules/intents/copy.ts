/** A second node like one that is there: its type and its settings, but no secrets and no connections. */
import { configOf, nodeTypeIdOf, titleOf, withoutSecrets } from '@millrace/model'
import { did, type Intent, nodeOrWhy } from '../outcome.ts'

export const copy: Intent = (request, draft) => {
  const who = /^(?:duplicate|copy|clone)\s+(.+?)(?:\s+(?:once|again))?$/i.exec(request)?.[1]
  if (who === undefined) return false
  const node = nodeOrWhy(who, draft)
  if (node === undefined) return true
  const id = draft.add(nodeTypeIdOf(node), titleOf(node) || undefined)
  if (id === undefined) return false
  const [plain] = withoutSecrets([node], draft.catalogue)
  draft.set(id, plain === undefined ? {} : configOf(plain))
  return did(draft, `${draft.name(id)} is a copy of ${draft.name(node.id)}; it is not connected yet.`)
}
