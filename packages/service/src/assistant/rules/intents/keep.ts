/** `keep the output`, `leave the rest as it is`: nothing is to be done, and that is said. */
import { nodesMeant } from '../language/find-node.ts'
import type { Intent } from '../outcome.ts'

export const keep: Intent = (request, draft) => {
  const who =
    /^(?:keep|leave|don't (?:touch|change|remove|delete)|do not (?:touch|change|remove|delete)|never (?:touch|change))\s+(.+?)(?:\s+(?:as (?:it|they) (?:is|are|was|were)|alone|untouched|unchanged|there|in place|in))?$/i.exec(
      request,
    )?.[1]
  if (who === undefined) return false
  if (/^(?:it|everything|all|the rest|everything else|the others?)$/i.test(who)) {
    draft.answers.push('The rest stays as it is.')
    return true
  }
  const [node] = nodesMeant(who, draft).nodes
  // "keep the answer short" is a wish for a setting.
  if (node === undefined || /\b(?:only|short|brief|in|to|under|below|at)\b/i.test(who)) return false
  draft.answers.push(`${draft.name(node.id)} stays as it is.`)
  return true
}
