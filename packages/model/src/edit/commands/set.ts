import { readExpressions, settingKeys, withExpressions } from '../../expressions/expressions.ts'
import { configOf, type WorkflowNode } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, NodeId, SettingKey, Value } from '../arguments.ts'
import { configWarnings, lostPortWarnings, withConfig, withNode, withoutRemovedInputs } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { refText } from '../identifiers.ts'
import { valueIn, valueText } from '../value-text.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ node: NodeId, key: SettingKey, value: Value })

/** Sets one setting of a node. */
export type SetCommand = CommandWith<'set', typeof ARGUMENTS>

export const set: Verb<SetCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'set <node>:<key> <value…>',
      effect: 'Gives a setting a value. One that does not fit is stored, with a warning. Replaces an expression.',
      example: 'set calculator.1:precision 4',
      tool: toolOf('set', ARGUMENTS),
    },
    {
      form: 'set <node>:<key> """…"""',
      effect: 'The same with a text of several lines.',
      example: 'set prompt_template.1:template """\nDear {{ name }},\nwelcome.\n"""',
    },
  ],

  read(reader) {
    const { node, port: key } = reader.ref('a setting')
    const text = reader.rest()
    return text === '' ? refuse('PARSE_ERROR', 'a value is missing') : { verb: 'set', node, key, value: valueIn(text) }
  },

  write: ({ node, key, value }, dialect) =>
    line('set', refText({ node, port: key }, dialect === 'millrace'), valueText(value)),

  edit(graph, { node, key, value }, catalogue) {
    const before = nodeNamed(graph, node)
    const changed = withConfig(withoutExpressions(before, key), { ...configOf(before), [key]: value })
    const after = withoutRemovedInputs(graph, { before, after: changed }, catalogue)
    return {
      graph: withNode(graph, { before, after }),
      warnings: [...configWarnings(after, [key], catalogue), ...lostPortWarnings(graph, { before, after }, catalogue)],
    }
  },
}

/** A plain value replaces the expressions of the setting and of settings inside it. */
function withoutExpressions(node: WorkflowNode, key: string): WorkflowNode {
  const isOther = ([setting]: [string, string]) => settingKeys(setting)[0] !== key
  const expressions = Object.entries(readExpressions(node))
  const others = expressions.filter(isOther)
  return others.length === expressions.length ? node : withExpressions(node, Object.fromEntries(others))
}
