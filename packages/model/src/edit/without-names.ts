/**
 * The same batch for the public editor, which gives every new node its id itself: named adds become plain ones followed
 * by a rename, and later lines use the id that the node will have.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { applyCommand } from './apply.ts'
import type { Command } from './command.ts'
import { withIds } from './with-ids.ts'

/** Commands that do the same without naming a new node. */
export function withoutNames(graph: Graph, commands: readonly Command[], catalogue: Catalogue): Command[] {
  const ids = new Map<string, string>()
  const result: Command[] = []
  let now = graph
  const say = (command: Command) => {
    result.push(command)
    const applied = applyCommand(now, command, catalogue)
    if (applied.ok) now = applied.graph
    return applied.ok ? applied.made.nodes[0] : undefined
  }
  for (const [at, command] of commands.entries()) {
    if (command.verb !== 'add' || command.name === undefined) {
      say(withIds(command, (node) => ids.get(node) ?? node))
      continue
    }
    const { name, ...plain } = command
    const id = say(plain)
    if (id === undefined) continue
    // A name that is taken never becomes an id, so lines that use it mean the node that has it.
    if (!graph.nodes.some((node) => node.id === name) && !ids.has(name)) ids.set(name, id)
    const next = commands[at + 1]
    const isRenamed = next?.verb === 'rename' && next.node === name
    if (name.trim() !== '' && !isRenamed) say({ verb: 'rename', node: id, label: name.trim() })
  }
  return result
}
