/**
 * The node types as text for a model: one line each, with ports, settings and purpose. If the catalogue exceeds the token
 * budget, each line has fewer details.
 */
import { type Catalogue, isAnnotationType, isObject, type NodePort, type NodeType, portsOf } from '@millrace/model'

/** A rough count of the tokens of a text: four characters each. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}

export const CATALOGUE_TOKENS = 8000

const HEAD = `One line a type: id(inputs) -> outputs {settings} purpose. A port is id:type, "!" marks what is required, "=a|b" lists allowed values.
Unless a line says "no trigger", the type also has the input trigger:trigger and the outputs trigger:trigger and error:json.`

/** The line of a type, from all details to only its id. */
const DETAILS: readonly ((type: NodeType) => string)[] = [
  (type) => `${portsLine(type)} {${settingsLine(type)}} ${shortened(type.description, 90)}`,
  (type) => `${portsLine(type)} {${settingsLine(type)}}`,
  (type) => portsLine(type),
  (type) => type.node_type_id,
]

/** The whole catalogue, within the budget. */
export function compactCatalogue({ types }: Catalogue, maxTokens = CATALOGUE_TOKENS): string {
  const all = [...types.values()].filter((type) => !isAnnotationType(type) || type.category === 'helpers')
  for (const lineOf of DETAILS) {
    const text = [HEAD, ...all.map(lineOf)].join('\n')
    if (tokensOf(text) <= maxTokens) return text
  }
  const room = maxTokens * 4 - HEAD.length - 60
  const names = all.map((type) => type.node_type_id).join('\n')
  return `${HEAD}\n${names.slice(0, room)}\n(the list was cut here)`
}

function portsLine(type: NodeType): string {
  const { inputs, outputs } = portsOf(type, {})
  const hasTrigger = inputs.has('trigger') && outputs.has('trigger')
  const shown = (ports: Iterable<NodePort>) =>
    [...ports]
      .filter(({ id }) => id !== 'trigger' && id !== 'error')
      .map(({ id, dataType, required }) => `${id}${required === true ? '!' : ''}:${dataType}`)
      .join(' ')
  return `${type.node_type_id}(${shown(inputs.values())}) -> ${shown(outputs.values())}${hasTrigger ? '' : ' no trigger'}`
}

/** Settings that are of no use to a model: ports that follow from other commands, and what only tests need. */
const LEFT_OUT = new Set(['script', 'variant', 'dynamicOutputs'])

function settingsLine({ configSchema }: NodeType): string {
  const properties = isObject(configSchema.properties) ? configSchema.properties : {}
  const required = Array.isArray(configSchema.required) ? configSchema.required : []
  return Object.entries(properties)
    .filter(([key, schema]) => !LEFT_OUT.has(key) && !isSecret(schema))
    .map(([key, schema]) => `${key}${required.includes(key) ? '!' : ''}${valuesOf(schema)}`)
    .join(' ')
}

function isSecret(schema: unknown): boolean {
  return isObject(schema) && (schema.format === 'hidden' || schema.format === 'password') && schema.type === 'string'
}

const TYPE_LETTERS: Readonly<Record<string, string>> = {
  integer: ':int',
  number: ':num',
  boolean: ':bool',
  array: ':list',
  object: ':json',
}

function valuesOf(schema: unknown): string {
  if (!isObject(schema)) return ''
  if (Array.isArray(schema.enum)) return `=${schema.enum.join('|')}`
  return typeof schema.type === 'string' ? (TYPE_LETTERS[schema.type] ?? '') : ':json'
}

function shortened(text: string, most: number): string {
  const first = text.split(/(?<=\.)\s/)[0] ?? text
  return first.length > most ? `${first.slice(0, most - 1)}…` : first
}
