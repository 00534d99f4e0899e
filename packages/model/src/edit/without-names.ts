/**
 * Rewrites a batch for the public editor, which assigns the id of every new node itself: named adds become plain ones
 * with a rename, a swapped node gets a new id and the name of its type, and later lines use the ids that nodes have there.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { applyCommand } from './apply.ts'
import type { Command } from './command.ts'
import type { SwapCommand } from './commands/swap.ts'
import { isTypeName, typeNamed } from './find.ts'
import { nextId } from './new-node.ts'
import { withIds } from './with-ids.ts'

/** Equivalent commands that neither name a new node nor rely on the id of a swapped one. */
export function withoutNames(graph: Graph, commands: readonly Command[], catalogue: Catalogue): Command[] {
  /** Our ids to the ids in the public editor. */
  const ids = new Map<string, string>()
  const result: Command[] = []
  let [here, there] = [graph, graph]
  const say = (command: Command) => {
    result.push(command)
    const applied = applyCommand(there, command, catalogue)
    if (applied.ok) there = applied.graph
    return applied.ok ? applied.made.nodes[0] : undefined
  }
  for (const [at, command] of commands.entries()) {
    const before = here
    const done = applyCommand(here, command, catalogue)
    if (done.ok) here = done.graph
    const own = withIds(command, (node) => ids.get(node) ?? node)
    if (own.verb === 'swap') {
      const swapped = withPublicId(there, own, catalogue)
      say(swapped)
      if (swapped.as !== undefined && done.ok) {
        for (const id of [swappedIn(before, here), command.verb === 'swap' ? command.node : undefined]) {
          if (id !== undefined) ids.set(id, swapped.as)
        }
        const label = labelOf(here, swappedIn(before, here))
        if (label !== labelOf(there, swapped.as)) say({ verb: 'rename', node: swapped.as, label })
      }
      continue
    }
    if (own.verb !== 'add') {
      say(own)
      continue
    }
    const { name, ...plain } = own
    const id = say(plain)
    const idHere = done.ok ? done.made.nodes[0] : undefined
    if (id === undefined) continue
    if (idHere !== undefined) ids.set(idHere, id)
    const next = commands[at + 1]
    const isRenamed = next?.verb === 'rename' && next.node === name
    if (name !== undefined && name.trim() !== '' && !isRenamed) say({ verb: 'rename', node: id, label: name.trim() })
  }
  return result
}

/** Commands as the public editor executes their lines: every swap gives its node the next free id of the new type. */
export function withPublicSwaps(graph: Graph, commands: readonly Command[], catalogue: Catalogue): Command[] {
  let now = graph
  return commands.map((command) => {
    const said = command.verb === 'swap' ? withPublicId(now, command, catalogue) : command
    const applied = applyCommand(now, said, catalogue)
    if (applied.ok) now = applied.graph
    return said
  })
}

function withPublicId({ nodes }: Graph, command: SwapCommand, catalogue: Catalogue): SwapCommand {
  if (command.as !== undefined || !isTypeName(catalogue, command.type)) return command
  const ids = nodes.map(({ id }) => id)
  return { ...command, as: nextId(typeNamed(catalogue, command.type).node_type_id, ids) }
}

/** The id of the one node that a swap replaced. */
function swappedIn(before: Graph, after: Graph): string | undefined {
  return after.nodes.find((node, at) => node !== before.nodes[at])?.id
}

function labelOf({ nodes }: Graph, id: string | undefined): string {
  return nodes.find((node) => node.id === id)?.data?.label ?? ''
}
