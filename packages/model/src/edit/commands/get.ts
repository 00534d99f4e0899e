import { Type } from '../../schema.ts'
import { configOf, nameOf } from '../../workflow/workflow.ts'
import { code, rows, valueShown } from '../answer-text.ts'
import { argumentsOf, type CommandWith, NodeId, SettingKey } from '../arguments.ts'
import { settingsOf } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed, typeOfNode } from '../find.ts'
import { refText, wordText } from '../identifiers.ts'
import { nearestTo } from '../nearest.ts'
import { defaultConfigOf } from '../new-node.ts'
import { shownConfig } from '../shown-config.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ node: NodeId, key: Type.Optional(SettingKey) })

/** Shows the value of one setting, or of all. */
export type GetCommand = CommandWith<'get', typeof ARGUMENTS>

export const get: Verb<GetCommand> = {
  kind: 'ask',
  forms: [
    {
      form: 'get <node>:<key>',
      effect: 'The value of one setting. Secrets are not shown.',
      example: 'get calculator.1:operation',
      tool: toolOf('get', ARGUMENTS),
    },
    { form: 'get <node>', effect: 'The values of all settings.', example: 'get calculator.1' },
  ],

  read(reader) {
    const { node, more: key } = reader.nodeAndMore('a node id')
    reader.end()
    if (key === '') return refuse('PARSE_ERROR', `a setting is missing behind "${node}:"`)
    return key === undefined ? { verb: 'get', node } : { verb: 'get', node, key }
  },

  write({ node, key }, dialect) {
    const mayQuote = dialect === 'millrace'
    return line('get', key === undefined ? wordText(node, mayQuote) : refText({ node, port: key }, mayQuote))
  },

  answer(graph, { node: given, key }, catalogue) {
    const node = nodeNamed(graph, given)
    const shown = shownConfig(node, catalogue)
    if (key === undefined) {
      const values = Object.entries(shown).map(([name, value]) => `${code(name)}: ${valueShown(value, 300)}`)
      return values.length === 0 ? `Node ${nameOf(node)} has no settings.` : rows(values)
    }
    if (Object.hasOwn(configOf(node), key)) return `${code(key)}: ${valueShown(shown[key])}`
    const known = settingsOf(node, catalogue)
    if (!known.includes(key)) {
      refuse('CONFIG_KEY_NOT_FOUND', `Node ${nameOf(node)} has no setting "${key}"`, nearestTo(key, known))
    }
    const type = typeOfNode(node, catalogue)
    const defaults = type === undefined ? {} : defaultConfigOf(type)
    return Object.hasOwn(defaults, key)
      ? `${code(key)}: ${valueShown(defaults[key])} (default)`
      : `${code(key)} is not set.`
  },
}
