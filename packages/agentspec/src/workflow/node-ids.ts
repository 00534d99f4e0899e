/** Ids of the canvas nodes of a flow. */
import { LIMITS } from '@millrace/model'
import type { Flow } from '../components.ts'
import { typeIdOf } from './draw-node.ts'
import { saved } from './saved-metadata.ts'

/** Saved ids if they are free, else `<node type>.<n>`. */
export function nodeIds(flow: Flow): Map<string, string> {
  const taken = new Set<string>()
  const ids = new Map<string, string>()
  for (const node of flow.nodes) {
    const own = saved(node.metadata, 'node_id')
    if (typeof own !== 'string' || own === '' || own.length > LIMITS.idLength || taken.has(own)) continue
    taken.add(own)
    ids.set(node.id, own)
  }
  const counts = new Map<string, number>()
  for (const node of flow.nodes) {
    if (ids.has(node.id)) continue
    const type = typeIdOf(node)
    let number = counts.get(type) ?? 0
    do number++
    while (taken.has(`${type}.${number}`))
    counts.set(type, number)
    taken.add(`${type}.${number}`)
    ids.set(node.id, `${type}.${number}`)
  }
  return ids
}
