/** A reply as it is sent: the explanation, and the commands in a fence with the label of the dialect. */
import {
  applyAll,
  type Catalogue,
  type Command,
  type Dialect,
  type Graph,
  nodeTypeIdOf,
  parseCommands,
  printCommand,
  withoutNames,
} from '@millrace/model'

export interface Answer {
  readonly text: string
  readonly commands: readonly Command[]
}

export interface PrintedReply {
  readonly content: string
  /** How many commands it has. */
  readonly commands: number
}

/** Where a reply is printed for. */
export interface Printing {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly dialect: Dialect
}

/**
 * Prints an answer. What is printed is read and applied once more, just as the client will: a command that the dialect
 * cannot say, or that does not come back as it was, is left out and told of.
 */
export function printedReply({ text, commands }: Answer, { graph, catalogue, dialect }: Printing): PrintedReply {
  const said = dialect === 'flowdrop' ? plainAdds(graph, withoutNames(graph, commands, catalogue), catalogue) : commands
  const lines = said.map((command) => printCommand(command, dialect)).filter((line) => line !== undefined)
  const { lines: good, lost } = checked(lines, graph, catalogue)
  const missing = said.length - lines.length + lost
  const note =
    missing === 0
      ? ''
      : `\n\n${missing} of the changes cannot be written as a command and ${missing === 1 ? 'was' : 'were'} left out.`
  const block = good.length === 0 ? '' : `\n\n\`\`\`${dialect}\n${good.join('\n')}\n\`\`\``
  return { content: `${text.trim()}${note}${block}`.trim() || 'There is nothing to change.', commands: good.length }
}

function checked(
  lines: readonly string[],
  graph: Graph,
  catalogue: Catalogue,
): { lines: readonly string[]; lost: number } {
  const parsed = lines.map((line) => ({ line, command: parseCommands(line, catalogue).commands[0]?.command }))
  const readable = parsed.flatMap(({ line, command }) => (command === undefined ? [] : [{ line, command }]))
  const edits = readable.filter(({ command }) => command.verb !== 'undo' && command.verb !== 'redo')
  const { results } = applyAll(
    graph,
    edits.map(({ command }) => command),
    catalogue,
    { skipRefused: true },
  )
  const refused = new Set(edits.filter((_, at) => results[at]?.ok === false).map(({ line }) => line))
  const good = readable.map(({ line }) => line).filter((line) => !refused.has(line))
  return { lines: good, lost: lines.length - good.length }
}

/** A label that is the name of the type anyway needs no line of its own. */
function plainAdds(graph: Graph, commands: readonly Command[], catalogue: Catalogue): Command[] {
  const after = applyAll(graph, commands, catalogue, { skipRefused: true }).graph
  return commands.filter((command, at) => {
    if (command.verb !== 'rename' || commands[at - 1]?.verb !== 'add') return true
    const node = after.nodes.find(({ id }) => id === command.node)
    return node === undefined || catalogue.types.get(nodeTypeIdOf(node))?.name !== command.label
  })
}
