import { Type } from '../../schema.ts'
import { configOf, type WorkflowNode } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, NodeId } from '../arguments.ts'
import { withNode } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { restText, wordText } from '../identifiers.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ node: NodeId, label: Type.String({ minLength: 1 }) })

/** Changes the label; the id stays. */
export type RenameCommand = CommandWith<'rename', typeof ARGUMENTS>

export const rename: Verb<RenameCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'rename <node> <label…>',
      effect: 'Another label, to the end of the line, without quotes. The id stays.',
      example: 'rename chat_model.1 Draft writer',
      tool: toolOf('rename', ARGUMENTS),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    const label = reader.rest()
    return label === '' ? refuse('PARSE_ERROR', 'a label is missing') : { verb: 'rename', node, label }
  },

  write: ({ node, label }, dialect) => line('rename', wordText(node, dialect === 'millrace'), restText(label)),

  edit(graph, { node, label }) {
    const before = nodeNamed(graph, node)
    return { graph: withNode(graph, { before, after: labelled(before, label) }) }
  },
}

/** The node with another label. A title hides the label, so it changes as well. */
export function labelled(node: WorkflowNode, label: string): WorkflowNode {
  const config = configOf(node)
  const hasTitle = typeof config.instanceTitle === 'string' && config.instanceTitle !== ''
  return {
    ...node,
    data: { ...node.data, label, ...(hasTitle ? { config: { ...config, instanceTitle: label } } : {}) },
  }
}
