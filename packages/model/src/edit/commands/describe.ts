import { isObject } from '../../json.ts'
import { portsOf } from '../../node-ports.ts'
import type { NodeType } from '../../node-type.ts'
import type { NodePort } from '../../ports/port.ts'
import { blocks, code, rows, valueShown } from '../answer-text.ts'
import { argumentsOf, type CommandWith, NodeTypeId } from '../arguments.ts'
import { typeNamed } from '../find.ts'
import { wordText } from '../identifiers.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ type: NodeTypeId })

/** Describes a node type: its purpose, ports and settings. */
export type DescribeCommand = CommandWith<'describe', typeof ARGUMENTS>

export const describe: Verb<DescribeCommand> = {
  kind: 'ask',
  forms: [
    {
      form: 'describe <node_type>',
      effect: 'What a type does, its ports and its settings.',
      example: 'describe http_request',
      tool: toolOf('describe', ARGUMENTS),
    },
  ],

  read(reader) {
    const type = reader.word('a node type')
    reader.end()
    return { verb: 'describe', type }
  },

  write: ({ type }, dialect) => line('describe', wordText(type, dialect === 'millrace')),

  answer(_graph, { type: given }, catalogue) {
    const type = typeNamed(catalogue, given)
    const { inputs, outputs } = portsOf(type, {})
    return blocks(
      `${code(type.node_type_id)}, ${type.name}: ${type.description}`,
      portRows('Inputs', inputs),
      portRows('Outputs', outputs),
      settingRows(type),
    )
  },
}

function portRows(title: string, ports: ReadonlyMap<string, NodePort>): string | undefined {
  const items = Array.from(ports.values(), ({ id, dataType, required, description }) => {
    const about = description === undefined || description === '' ? '' : `: ${description}`
    return `${code(id)} (${dataType}${required === true ? ', required' : ''})${about}`
  })
  return items.length === 0 ? undefined : `${title}:\n${rows(items)}`
}

function settingRows({ configSchema }: NodeType): string | undefined {
  const properties = isObject(configSchema.properties) ? Object.entries(configSchema.properties) : []
  const required = Array.isArray(configSchema.required) ? configSchema.required : []
  const items = properties.map(([key, schema]) => {
    const field = isObject(schema) ? schema : {}
    const facts = [
      typeof field.type === 'string' ? field.type : 'any',
      required.includes(key) && 'required',
      Array.isArray(field.enum) &&
        `one of ${field.enum
          .slice(0, 20)
          .map((one) => valueShown(one, 60))
          .join(', ')}`,
      field.default !== undefined && `default ${valueShown(field.default, 120)}`,
    ]
    const about = [field.title, field.description].filter((text) => typeof text === 'string' && text !== '').join('. ')
    return `${code(key)} (${facts.filter(Boolean).join(', ')})${about === '' ? '' : `: ${about}`}`
  })
  return items.length === 0 ? undefined : `Settings:\n${rows(items)}`
}
