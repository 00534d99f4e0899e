import { readExpressions, setExpression } from '../../expressions/expressions.ts'
import { Type } from '../../schema.ts'
import { argumentsOf, type CommandWith, NodeId } from '../arguments.ts'
import { expressionWarnings, withNode } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { refText } from '../identifiers.ts'
import { valueIn, valueText } from '../value-text.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const Setting = Type.String({
  minLength: 1,
  description: 'Key of a text setting, or a path such as headers/Accept. Not a secret.',
})

const BIND = argumentsOf({
  node: NodeId,
  setting: Setting,
  text: Type.String({
    description:
      'Text with JSONata in {{ }}: inputs of the node by port, nodes.<id or label>.<output> of nodes before it, launch, ' +
      'execution.id, workflow.name, now. Example: https://api.example/{{ nodes.fetch.json.id }}',
  }),
})
const UNBIND = argumentsOf({ node: NodeId, setting: Setting })

/** Computes a setting when the node runs. The plain value stays for clients that do not know expressions. */
export type BindCommand = CommandWith<'bind', typeof BIND>

/** Removes the expression of a setting: its plain value counts again. */
export type UnbindCommand = CommandWith<'unbind', typeof UNBIND>

export const bind: Verb<BindCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'bind <node>:<setting> <text…>',
      effect: 'Computes a text setting when the node runs, from a text with expressions in {{ }}.',
      example: 'bind chat_model.1:systemPrompt Answer in {{ nodes.text_input.text }}.',
      tool: toolOf('bind', BIND),
    },
  ],

  read(reader) {
    const { node, port: setting } = reader.ref('a setting')
    const written = reader.rest()
    if (written === '') return refuse('PARSE_ERROR', 'a text is missing')
    const value = valueIn(written)
    return { verb: 'bind', node, setting, text: typeof value === 'string' ? value : written }
  },

  write({ node, setting, text }, dialect) {
    // The public editor has no such command.
    if (dialect !== 'millrace') return undefined
    const written = valueText(text)
    // A text such as `7` or `{"a": 1}` is read as it is written.
    const isKept = typeof valueIn(written) === 'string'
    return line('bind', refText({ node, port: setting }, true), isKept ? written : text)
  },

  edit(graph, { node, setting, text }, catalogue) {
    const before = nodeNamed(graph, node)
    const after = setExpression(before, setting, text)
    return { graph: withNode(graph, { before, after }), warnings: expressionWarnings(after, setting, catalogue) }
  },
}

export const unbind: Verb<UnbindCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'unbind <node>:<setting>',
      effect: 'Removes the expression of a setting: its plain value is used again.',
      example: 'unbind chat_model.1:systemPrompt',
      tool: toolOf('unbind', UNBIND),
    },
  ],

  read(reader) {
    const { node, port: setting } = reader.ref('a setting')
    reader.end()
    return { verb: 'unbind', node, setting }
  },

  write: ({ node, setting }, dialect) =>
    dialect === 'millrace' ? line('unbind', refText({ node, port: setting }, true)) : undefined,

  edit(graph, { node, setting }) {
    const before = nodeNamed(graph, node)
    if (!Object.hasOwn(readExpressions(before), setting)) return { graph }
    return { graph: withNode(graph, { before, after: setExpression(before, setting, undefined) }) }
  },
}
