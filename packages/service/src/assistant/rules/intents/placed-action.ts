/** An action with a place: `between A and B, translate the text`, `trim the text before it is summarised`. */
import type { Draft } from '../draft.ts'
import { nodesMeant } from '../language/find-node.ts'
import type { Intent } from '../outcome.ts'
import { act } from '../recipes/actions.ts'
import { targetOf } from '../recipes/people-actions.ts'
import { placeIn, putAt } from './place.ts'

export const placedAction: Intent = (request, draft) => {
  if (
    /^(?:add|insert|put|place|create|connect|new)\b/i.test(request) &&
    !/^(?:add|insert|put)\s+(?:.*\b)?(?:approval)\b/i.test(request)
  )
    return false
  const placed = placeIn(request)
  if (placed.how === undefined || placed.how === 'to' || placed.how === 'from' || placed.rest === '') return false
  const where = placed.how === 'before' ? whereBefore(placed.first ?? '', draft) : placed.first
  const target = where === undefined ? undefined : nodesMeant(where, draft).nodes
  const second = placed.second === undefined ? undefined : nodesMeant(placed.second, draft).nodes[0]?.id
  const [at] = target ?? []
  if (at === undefined || (target?.length ?? 0) > 1) return false
  // Questions and waiting know best where to stand.
  if (placed.how === 'before' && /\b(?:ask|approval|confirm|approve|wait|pause|sleep|delay|review)/i.test(placed.rest))
    return false
  // Tried by itself on a copy that has nothing to hang on: what it adds is then put where it was said.
  const alone = draft.copy()
  if (!act(placed.rest, alone)) return false
  const added = alone.commands.filter((command) => command.verb === 'add')
  const made = alone.fresh.filter((id) => draft.node(id) === undefined)
  const id = made.at(-1)
  if (added.length === 0 || id === undefined) return false
  const last = alone.node(id)
  const type = last?.data?.metadata?.node_type_id
  if (typeof type !== 'string' || last === undefined) return false
  const own = draft.add(type, last.data?.label)
  if (own === undefined) return false
  draft.set(own, last.data?.config ?? {})
  draft.said.push(`${draft.name(own)} is new.`)
  return putAt(draft, own, { ...placed, first: at.id, ...(second === undefined ? {} : { second }) })
}

/** The node that "before it is summarised" means. */
function whereBefore(text: string, draft: Draft): string | undefined {
  return nodesMeant(text, draft).nodes.length > 0 ? text : targetOf(text, draft)
}
