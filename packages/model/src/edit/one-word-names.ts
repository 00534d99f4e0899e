/**
 * Rewrites a batch for our own replies: every new node gets a one-word name that later lines use. A label that is not one
 * word is set by a rename.
 */
import type { Catalogue } from '../catalogue.ts'
import type { NodeType } from '../node-type.ts'
import { freeMachineName, machineNameOf } from '../workflow/machine-name.ts'
import type { Graph } from '../workflow/workflow.ts'
import { applyCommand } from './apply.ts'
import type { Command } from './command.ts'
import { isTypeName } from './find.ts'
import { isUsableId } from './new-node.ts'
import { withIds } from './with-ids.ts'

/** Commands that free ids. */
const NEW_IDS: ReadonlySet<Command['verb']> = new Set(['add', 'delete', 'swap', 'clear'])

/** Equivalent commands in which every new node has a one-word name; `nameOf` is the label of one without a name. */
export function withOneWordNames(
  graph: Graph,
  commands: readonly Command[],
  catalogue: Catalogue,
  nameOf: (type: NodeType) => string = ({ name }) => name,
): Command[] {
  const names = new Map<string, string>()
  const result: Command[] = []
  // Apply the given and the rewritten batch in parallel: a node may have different ids in the two.
  let before = graph
  let written = graph
  const write = (command: Command) => {
    result.push(command)
    if (!NEW_IDS.has(command.verb)) return
    const applied = applyCommand(written, command, catalogue)
    if (applied.ok) written = applied.graph
  }
  for (const command of commands) {
    const applied = NEW_IDS.has(command.verb) ? applyCommand(before, command, catalogue) : undefined
    if (applied?.ok) before = applied.graph
    if (command.verb !== 'add') {
      write(withIds(command, (node) => names.get(node) ?? node))
      continue
    }
    const id = applied?.ok ? applied.made.nodes[0] : undefined
    const type = catalogue.types.get(command.type)
    const given = command.name?.trim()
    const label = given || (type && nameOf(type))
    // Ids are the same in every language.
    const name = oneWordName(given || (type?.name ?? command.type), written, catalogue)
    if (id !== undefined) names.set(id, name)
    const after = command.after === undefined ? {} : { after: names.get(command.after) ?? command.after }
    write({ ...command, ...after, name })
    if (label !== undefined && label !== name) write({ verb: 'rename', node: name, label })
  }
  return result
}

/** A free word for a label that cannot be parsed as a node type. */
export function oneWordName(label: string, { nodes }: Graph, catalogue: Catalogue): string {
  const taken = new Set(nodes.map((node) => node.id))
  const isFree = (name: string) => isUsableId(name) && !taken.has(name) && !isTypeName(catalogue, name)
  if (isFree(label)) return label
  const word = machineNameOf(label)
  return freeMachineName(isTypeName(catalogue, word) ? `${word}_1` : word, taken)
}
