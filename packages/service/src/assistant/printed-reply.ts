/** A reply as it is sent: the explanation, then the commands in a fenced block labelled with the dialect. */
import {
  applyAll,
  type Catalogue,
  type Command,
  type Dialect,
  type Graph,
  nodeTypeIdOf,
  parseCommands,
  printCommand,
  withOneWordNames,
  withoutNames,
  withPublicSwaps,
} from '@millrace/model'
import type { TypeName } from './draft.ts'
import { inert } from './fenced-blocks.ts'
import type { ReplyTexts } from './interpreter/lexicon/languages.ts'

export interface Answer {
  readonly text: string
  readonly commands: readonly Command[]
}

export interface PrintedReply {
  readonly content: string
  /** The number of commands in it. */
  readonly commands: number
}

/** The workflow, the catalogue and the dialect that a reply is printed for. */
export interface Printing {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly dialect: Dialect
  readonly texts: Pick<ReplyTexts, 'notWritten' | 'nothing'>
  /** The labels of new nodes without a name; those of the catalogue if absent. */
  readonly nameOf?: TypeName | undefined
}

/**
 * Prints an answer. The printed lines are parsed and applied once more, as the client will do. A command that the dialect
 * cannot express or that does not apply is left out, and the reply contains their number.
 */
export function printedReply({ text, commands }: Answer, printing: Printing): PrintedReply {
  const { graph, catalogue, dialect, texts, nameOf = (type) => type.name } = printing
  const said =
    dialect === 'flowdrop'
      ? plainAdds(graph, withoutNames(graph, commands, catalogue), { catalogue, nameOf })
      : withOneWordNames(graph, commands, catalogue, nameOf)
  const lines = said.map((command) => withoutFence(command, dialect)).filter((line) => line !== undefined)
  const { lines: good, lost } = checked(lines, printing)
  const missing = said.length - lines.length + lost
  const note = missing === 0 ? '' : `\n\n${texts.notWritten(missing)}`
  const block = good.length === 0 ? '' : `\n\n\`\`\`${dialect}\n${good.join('\n')}\n\`\`\``
  return {
    content: `${inert(text).trim()}${note}${block}`.trim() || texts.nothing,
    commands: good.length,
  }
}

/** A command as a line that does not contain the end of its fenced block. */
function withoutFence(command: Command, dialect: Dialect): string | undefined {
  const line = printCommand(command, dialect)
  if (line === undefined || !/`{3,}|~{3,}/.test(line)) return line
  if (command.verb !== 'set' || typeof command.value !== 'string') return undefined
  const head = printCommand({ ...command, value: 0 }, dialect)
  const value = JSON.stringify(command.value).replaceAll('`', '\\u0060').replaceAll('~', '\\u007e')
  return head?.replace(/0$/, () => value)
}

function checked(
  lines: readonly string[],
  { graph, catalogue, dialect }: Printing,
): { lines: readonly string[]; lost: number } {
  const parsed = lines.map((line) => ({ line, command: parseCommands(line, catalogue).commands[0]?.command }))
  const readable = parsed.flatMap(({ line, command }) => (command === undefined ? [] : [{ line, command }]))
  const edits = readable.filter(({ command }) => command.verb !== 'undo' && command.verb !== 'redo')
  const commands = edits.map(({ command }) => command)
  const meant = dialect === 'flowdrop' ? withPublicSwaps(graph, commands, catalogue) : commands
  const { results } = applyAll(graph, meant, catalogue, { skipRefused: true })
  const refused = new Set(edits.filter((_, at) => results[at]?.ok === false).map(({ line }) => line))
  const good = readable.map(({ line }) => line).filter((line) => !refused.has(line))
  return { lines: good, lost: lines.length - good.length }
}

/** Drops a rename to the name of the type: the new node has that label already. */
function plainAdds(
  graph: Graph,
  commands: readonly Command[],
  { catalogue, nameOf }: { readonly catalogue: Catalogue; readonly nameOf: TypeName },
): Command[] {
  const after = applyAll(graph, commands, catalogue, { skipRefused: true }).graph
  return commands.filter((command, at) => {
    if (command.verb !== 'rename' || commands[at - 1]?.verb !== 'add') return true
    const node = after.nodes.find(({ id }) => id === command.node)
    const type = node && catalogue.types.get(nodeTypeIdOf(node))
    return type === undefined || nameOf(type) !== command.label
  })
}
