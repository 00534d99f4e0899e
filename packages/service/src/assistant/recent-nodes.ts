/** The nodes that "it" can refer to at the start of a message: those of the last reply. */
import { type Graph, titleOf } from '@millrace/model'
import { fencedIn } from './fenced-blocks.ts'
import type { HistoryMessage } from './prompt/prompt.ts'

const MOST = 10

/** Nodes of the graph that the commands of the last reply name, in that order. */
export function recentNodes(history: readonly HistoryMessage[], { nodes }: Graph): string[] {
  const last = history.findLast(({ role }) => role === 'assistant')
  if (last === undefined) return []
  const { commands } = fencedIn(last.content)
  const added = addedIn(commands, nodes)
  const isAdded = (id: string) => added.has(id)
  return (
    nodes
      .map(({ id }) => ({ id, at: commands.lastIndexOf(id) }))
      .filter(({ at }) => at >= 0)
      // Added nodes last: "it" means the node that was added, not the nodes that it was connected to.
      .sort((a, b) => Number(isAdded(a.id)) - Number(isAdded(b.id)) || a.at - b.at)
      .slice(-MOST)
      .map(({ id }) => id)
  )
}

/** The nodes that the `add` lines created, by id or label. */
function addedIn(commands: string, nodes: Graph['nodes']): ReadonlySet<string> {
  const names = new Set<string>()
  for (const line of commands.split('\n')) {
    const words = /^add\s+(?:"([^"]+)"|(\S+))(?:\s+(\S+))?/i.exec(line.trim())
    if (words !== null) for (const word of words.slice(1)) if (word !== undefined) names.add(word)
  }
  return new Set(nodes.filter((node) => names.has(node.id) || names.has(titleOf(node))).map(({ id }) => id))
}
