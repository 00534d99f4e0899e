/** Another type for a node. What fits of its settings and connections stays; what is lost is connected anew. */
import { type NodeType, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { portsOfNode, sourcePortOf, targetPortOf, typeOf } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { settingsIn } from '../language/settings-in.ts'
import { cannot, did, endOrWhy, type Intent, typeOrWhy } from '../outcome.ts'

const FORMS: readonly RegExp[] = [
  /^(?:replace|swap|exchange|substitute|switch(?: out)?)\s+(?<node>.+?)\s+(?:with|by|for|against|out for)\s+(?<type>.+)$/i,
  /^use\s+(?<type>.+?)\s+(?:instead of|in place of|rather than)\s+(?<node>.+)$/i,
  /^(?:turn|change|convert|make|transform)\s+(?<node>.+?)\s+(?:into|to)\s+(?<type>(?:an?|the)\s+.+)$/i,
  /^instead of\s+(?<node>.+?),?\s+(?:use|take|have)\s+(?<type>.+)$/i,
  /^.*?\b(?<type>(?:an?|the)\s+[\w\s]{2,40}?)\s+(?:instead of|rather than|in place of)\s+(?<node>.+)$/i,
  /^(?<node>.+?)\s+should (?:be|become)\s+(?<type>an?\s+.+?)\s+instead$/i,
]

export const replace: Intent = (request, draft) => {
  for (const [at, form] of FORMS.entries()) {
    const { node: who, type: what } = form.exec(request)?.groups ?? {}
    if (who === undefined || what === undefined) continue
    const head = what.split(/\s+(?:with|that|which|using|called|named)\s+/i)[0] ?? what
    // "turn the answer into a list" is no replacement unless both are what they would have to be.
    const isDoubtful = at >= 2 && (nodesMeant(who, draft).nodes.length === 0 || typeFor(head, who, draft) === undefined)
    if (
      isDoubtful ||
      (at < 2 && nodesMeant(who, draft).nodes.length === 0 && typeIn(head, draft.catalogue) === undefined)
    )
      continue
    return replaced(who, { head, what }, draft)
  }
  return false
}

/** The type that is meant in place of a node: by its name, else by what it is about among those of the same category. */
function typeFor(text: string, who: string, draft: Draft): NodeType | undefined {
  const named = typeIn(text, draft.catalogue)?.type
  if (named !== undefined) return named
  const [node] = nodesMeant(who, draft).nodes
  const category = node && typeOf(node, draft.catalogue)?.category
  const alike = [...draft.catalogue.types].filter(
    ([, type]) => type.category === category && !type.node_type_id.includes('.'),
  )
  return typeIn(text, { types: new Map(alike), categories: draft.catalogue.categories }, true)?.type
}

function replaced(who: string, { head, what }: { head: string; what: string }, draft: Draft): true {
  const node = endOrWhy(who, draft)?.nodes[0]
  const type = node && (typeFor(head, who, draft) ?? typeOrWhy(head.replace(/^(?:an?|the)\s+/i, ''), draft))
  if (node === undefined || type === undefined) return true
  // "swap the model for claude-opus-4" is a setting, not another type.
  if (type.node_type_id === nodeTypeIdOf(node)) {
    const { values } = settingsIn(what, type, draft.held)
    if (Object.keys(values).length === 0) return cannot(draft, `${draft.name(node.id)} is a **${type.name}** already.`)
    draft.set(node.id, values)
    return did(
      draft,
      `I set ${Object.entries(values)
        .map(([key, value]) => `\`${key}\` to ${JSON.stringify(value)}`)
        .join(' and ')} of ${draft.name(node.id)}.`,
    )
  }
  const before = draft.name(node.id)
  const [arrived, left] = [draft.arriving(node.id), draft.leaving(node.id)]
  const problem = draft.try({ verb: 'swap', node: node.id, type: type.node_type_id })
  if (problem !== undefined) return cannot(draft, `${before} cannot be replaced: ${problem.message}.`)
  draft.touch(node.id)
  draft.set(node.id, settingsIn(what, type, draft.held).values)
  const lost: string[] = []
  for (const edge of arrived) {
    if (isStill(draft, edge.id)) continue
    if (draft.connect(edge.source, node.id, { sourcePort: sourcePortOf(edge) }) === undefined)
      lost.push(draft.name(edge.source))
  }
  for (const edge of left) {
    if (isStill(draft, edge.id)) continue
    if (
      draft.connect(node.id, edge.target, { targetPort: fitting(draft, edge.target, targetPortOf(edge)) }) === undefined
    )
      lost.push(draft.name(edge.target))
  }
  did(draft, `I replace ${before} by a **${type.name}** (\`${type.node_type_id}\`).`)
  return lost.length === 0
    ? true
    : cannot(
        draft,
        `The connection with ${[...new Set(lost)].join(', ')} could not be kept: no port of the new node fits.`,
      )
}

function isStill(draft: Draft, edge: string): boolean {
  return draft.graph.edges.some((one) => one.id === edge)
}

function fitting(draft: Draft, id: string, port: string): string | undefined {
  const node: WorkflowNode | undefined = draft.node(id)
  return node !== undefined && portsOfNode(node, draft.catalogue).inputs.has(port) ? port : undefined
}
