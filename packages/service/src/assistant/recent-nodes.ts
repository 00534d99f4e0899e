/** Which nodes "it" may mean at the beginning of a message: those of the last reply. */
import type { Graph } from '@millrace/model'
import { fencedIn } from './fenced-blocks.ts'
import type { Said } from './prompt/prompt.ts'

const MOST = 10

/** Nodes of the graph that the commands of the last reply speak of, in that order. */
export function recentNodes(history: readonly Said[], { nodes }: Graph): string[] {
  const last = history.findLast(({ role }) => role === 'assistant')
  if (last === undefined) return []
  const { commands } = fencedIn(last.content)
  return nodes
    .map(({ id }) => ({ id, at: commands.lastIndexOf(id) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .slice(-MOST)
    .map(({ id }) => id)
}
