/** What a node is given to work with: tools for an agent, a memory for a model. */
import type { NodeType } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { bestPair, mainInput, sourcePortOf } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { cannot, did, endOrWhy, noSuchType } from '../outcome.ts'
import { settingsOf } from './new-settings.ts'

/** Something that gives a node what it can take, a memory for instance; it is fed by what feeds the node. */
function provide(type: NodeType, to: string, draft: Draft): boolean {
  const id = draft.add(type.node_type_id)
  if (id === undefined) return false
  const source = draft.arriving(to)[0]
  const [from, target] = [draft.node(id), draft.node(to)]
  const pair = from && target && bestPair(draft.graph, { source: from, target }, draft.catalogue)
  const isMain = target !== undefined && mainInput(target, draft.catalogue)?.id === pair?.target
  if (
    pair === undefined ||
    isMain ||
    pair.score < 10 ||
    draft.connect(id, to, { sourcePort: pair.source, targetPort: pair.target }) === undefined
  ) {
    draft.try({ verb: 'delete', node: id })
    return false
  }
  if (source !== undefined) draft.connect(source.source, id, { sourcePort: sourcePortOf(source) })
  return did(draft, `${draft.name(id)} now serves ${draft.name(to)} (\`${pair.target}\`).`)
}

/** Tools for an agent. */
export function addTools(who: string, what: string, draft: Draft): boolean {
  const isPronoun = /^(?:it|him|her|them|that)$/i.test(who.trim())
  const named = nodesMeant(who, draft).nodes
  const meant = (named.length === 0 && isPronoun ? draft.graph.nodes : named).filter((node) =>
    draft.catalogue.types
      .get(node.data?.metadata?.node_type_id as string)
      ?.inputs.some((port) => port.dataType === 'tool'),
  )
  const [agent] = isPronoun && meant.length > 1 ? [] : meant
  const parts = what.replace(/^access to\s+/i, '').split(/\s*,\s*(?:and\s+)?|\s+and\s+(?:to\s+)?/i)
  const types = parts.map((part) => typeIn(part, draft.catalogue)?.type)
  if (agent === undefined) {
    if (types.some((type) => type === undefined) || !/\bagent\b/i.test(who)) return false
    return endOrWhy(who, draft) === undefined || cannot(draft, `${who} takes no tools; only an agent does.`)
  }
  if (types.every((type) => type === undefined)) return false
  for (const [at, type] of types.entries()) {
    if (type === undefined) {
      noSuchType(parts[at] ?? '', draft)
    } else if (!type.outputs.some((port) => port.dataType === 'tool')) {
      if (provide(type, agent.id, draft)) continue
      cannot(draft, `**${type.name}** (\`${type.node_type_id}\`) cannot be offered to an agent as a tool.`)
    } else {
      const id = draft.add(type.node_type_id)
      if (id === undefined) continue
      draft.set(id, settingsOf(parts[at] ?? '', type, draft))
      draft.connect(id, agent.id)
      did(draft, `${draft.name(id)} is now a tool of ${draft.name(agent.id)}.`)
    }
  }
  return true
}
