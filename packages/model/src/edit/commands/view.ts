/** Commands that change the page, not the graph: the selection, the open panel. */
import { nodeNamed } from '../find.ts'
import { wordText } from '../identifiers.ts'
import { line, type Verb } from '../verb.ts'

/** Opens the settings of a node. */
export interface ConfigCommand {
  readonly verb: 'config'
  readonly node: string
}

/** Selects a node on the canvas. */
export interface SelectCommand {
  readonly verb: 'select'
  readonly node: string
}

export const config: Verb<ConfigCommand> = {
  kind: 'view',
  forms: [{ form: 'config <node>', effect: 'Opens the settings of the node.', example: 'config switch.1' }],
  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'config', node }
  },
  write: ({ node }, dialect) => line('config', wordText(node, dialect === 'millrace')),
  check: (graph, { node }) => void nodeNamed(graph, node),
}

export const select: Verb<SelectCommand> = {
  kind: 'view',
  forms: [{ form: 'select <node>', effect: 'Selects the node on the canvas.', example: 'select switch.1' }],
  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'select', node }
  },
  write: ({ node }, dialect) => line('select', wordText(node, dialect === 'millrace')),
  check: (graph, { node }) => void nodeNamed(graph, node),
}
