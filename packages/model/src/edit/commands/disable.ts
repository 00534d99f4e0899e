import { isDisabled, withDisabled } from '../../workflow/disabled.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { type CommandWith, NodeArguments } from '../arguments.ts'
import { withNode } from '../config-change.ts'
import { nodeNamed } from '../find.ts'
import { wordText } from '../identifiers.ts'
import { type GraphEdit, line, toolOf, type Verb } from '../verb.ts'

/** Disables a node: it does not run, and values pass over it. */
export type DisableCommand = CommandWith<'disable', typeof NodeArguments>

/** Makes a disabled node run again. */
export type EnableCommand = CommandWith<'enable', typeof NodeArguments>

export const disable: Verb<DisableCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'disable <node>',
      effect:
        'Disables a node: it does not run, and a value that arrives is passed to the next node if the types agree.',
      example: 'disable chat_model.1',
      tool: toolOf('disable', NodeArguments),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'disable', node }
  },

  // The public editor has no such command.
  write: ({ node }, dialect) => (dialect === 'millrace' ? line('disable', wordText(node, true)) : undefined),

  edit: (graph, { node }) => switched(graph, node, true),
}

export const enable: Verb<EnableCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'enable <node>',
      effect: 'Enables a disabled node: it runs again.',
      example: 'enable chat_model.1',
      tool: toolOf('enable', NodeArguments),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'enable', node }
  },

  write: ({ node }, dialect) => (dialect === 'millrace' ? line('enable', wordText(node, true)) : undefined),

  edit: (graph, { node }) => switched(graph, node, false),
}

function switched(graph: Graph, node: string, disabled: boolean): GraphEdit {
  const before = nodeNamed(graph, node)
  if (isDisabled(before) === disabled) return { graph }
  return { graph: withNode(graph, { before, after: withDisabled(before, disabled) }) }
}
