import { PINNED_EXTENSION } from '../../extensions.ts'
import { isObject } from '../../json.ts'
import { Type } from '../../schema.ts'
import { nameOf, short, type WorkflowNode } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, NodeArguments, NodeId, Value } from '../arguments.ts'
import { withNode } from '../config-change.ts'
import { editProblem, refuse } from '../edit-problem.ts'
import { nodeNamed, portNamed, portsOfNode } from '../find.ts'
import { refText, wordText } from '../identifiers.ts'
import { valueIn, valueText } from '../value-text.ts'
import { line, toolOf, type Verb } from '../verb.ts'

type Outputs = Readonly<Record<string, unknown>>

const ALL_OUTPUTS = argumentsOf({ node: NodeId, outputs: Type.Record(Value) })
const ONE_OUTPUT = argumentsOf({
  node: NodeId,
  port: Type.String({ minLength: 1, description: 'Id of an output.' }),
  value: Value,
})

/** Pins outputs that replace running the node in test runs: all of them, or one in addition to those already pinned. */
export type PinCommand = CommandWith<'pin', typeof ALL_OUTPUTS> | CommandWith<'pin', typeof ONE_OUTPUT>

/** Makes the node run again in test runs. */
export type UnpinCommand = CommandWith<'unpin', typeof NodeArguments>

export const pin: Verb<PinCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'pin <node>:<port> <value…>',
      effect: 'Pins a value to an output: test runs use it instead of running the node.',
      example: 'pin chat_model.1:response Certainly.',
      tool: toolOf('pin', ONE_OUTPUT),
    },
    {
      form: 'pin <node> {"<port>": <value>, …}',
      effect: 'Pins exactly these outputs.',
      example: 'pin chat_model.1 {"response": "Certainly."}',
      tool: toolOf('pin', ALL_OUTPUTS, 'pin_outputs'),
    },
  ],

  read(reader) {
    const { node, more: port } = reader.nodeAndMore('a node id')
    const text = reader.rest()
    if (port === '') return refuse('PARSE_ERROR', `an output is written <node>:<port>, "${node}:" is not`)
    if (text === '') return refuse('PARSE_ERROR', 'a value is missing')
    if (port !== undefined) return { verb: 'pin', node, port, value: valueIn(text) }
    const outputs = valueIn(text)
    if (!isObject(outputs)) return refuse('PARSE_ERROR', 'the outputs of a node are written as a JSON object')
    return { verb: 'pin', node, outputs }
  },

  write(command, dialect) {
    // The public editor has no such command.
    if (dialect !== 'millrace') return undefined
    if ('port' in command) return line('pin', refText(command, true), valueText(command.value))
    return line('pin', wordText(command.node, true), JSON.stringify(command.outputs))
  },

  edit(graph, command, catalogue) {
    const before = nodeNamed(graph, command.node)
    if ('port' in command) {
      const { id } = portNamed(before, command.port, 'output', catalogue)
      return { graph: withNode(graph, { before, after: pinned(before, { ...pinsOf(before), [id]: command.value }) }) }
    }
    const known = portsOfNode(before, catalogue)?.outputs
    const unknown = known === undefined ? [] : Object.keys(command.outputs).filter((port) => !known.has(port))
    return {
      graph: withNode(graph, { before, after: pinned(before, command.outputs) }),
      warnings: unknown.map((port) =>
        editProblem('PORT_NOT_FOUND', `Node ${nameOf(before)} has no output "${short(port)}"`),
      ),
    }
  },
}

export const unpin: Verb<UnpinCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'unpin <node>',
      effect: 'Removes everything pinned to the node.',
      example: 'unpin prompt_template.1',
      tool: toolOf('unpin', NodeArguments),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'unpin', node }
  },

  write: ({ node }, dialect) => (dialect === 'millrace' ? line('unpin', wordText(node, true)) : undefined),

  edit(graph, { node }) {
    const before = nodeNamed(graph, node)
    if (before.data?.extensions?.[PINNED_EXTENSION] === undefined) return { graph }
    return { graph: withNode(graph, { before, after: pinned(before, undefined) }) }
  },
}

/** The pinned outputs of a node; undefined if there are none. */
export function pinsOf(node: WorkflowNode): Outputs | undefined {
  const pins = node.data?.extensions?.[PINNED_EXTENSION]
  return isObject(pins) ? pins : undefined
}

function pinned(node: WorkflowNode, outputs: Outputs | undefined): WorkflowNode {
  const { [PINNED_EXTENSION]: _, ...others } = node.data?.extensions ?? {}
  const { extensions: __, ...data } = node.data ?? {}
  const extensions = outputs === undefined ? others : { ...others, [PINNED_EXTENSION]: { ...outputs } }
  return { ...node, data: Object.keys(extensions).length === 0 ? data : { ...data, extensions } }
}
