/** The inputs of a workflow besides a message: a form for each input node. Pure. */

import { isObject, type Workflow, type WorkflowNode } from '@millrace/model'
import type { FieldSchema } from '../forms/field-schema.ts'
import type { Texts } from '../i18n/texts.ts'
import { formSchema } from '../questions/form-schema.ts'

/** Values of a turn: `{nodeId: {port or setting: value}}`. */
export type TurnInputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** An input node and the form for its values. */
export interface InputNode {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly schema: FieldSchema
  /** Accepted types of a file. */
  readonly accept?: string
}

type Config = Readonly<Record<string, unknown>>

/** The form of each input node type, derived from its settings. */
const FIELDS: Readonly<Record<string, (config: Config, t: Texts) => FieldSchema>> = {
  text_input: ({ defaultValue, placeholder, multiline }) =>
    one('text', {
      type: 'string',
      ...(multiline === true ? { format: 'multiline' } : {}),
      placeholder: textIn(defaultValue) ?? placeholder,
    }),
  number_input: ({ defaultValue }) => one('value', { type: 'number', placeholder: numberText(defaultValue) }),
  boolean_input: ({ defaultValue }, t) =>
    one('value', {
      oneOf: [true, false].map((value) => ({ const: value, title: yesNo(value, defaultValue === value, t) })),
    }),
  json_input: ({ defaultValue }) => one('value', { format: 'json', placeholder: jsonText(defaultValue) }),
  file_input: () => one('file', { type: 'object' }),
  start: ({ schema }) => formSchema(schema),
}

/** The input nodes of a workflow in document order, without chat inputs, which receive the message. */
export function inputNodes({ nodes }: Pick<Workflow, 'nodes'>, t: Texts): InputNode[] {
  return nodes.flatMap((node) => {
    const type = typeOf(node)
    const config = isObject(node.data?.config) ? node.data.config : {}
    const schema = FIELDS[type]?.(config, t)
    if (schema === undefined || Object.keys(schema.properties ?? {}).length === 0) return []
    const label = textIn(config.instanceTitle) ?? textIn(node.data?.label) ?? node.id
    const accept = type === 'file_input' ? textIn(config.acceptedTypes) : undefined
    return [{ id: node.id, label, type, schema, ...(accept === undefined || accept === '*/*' ? {} : { accept }) }]
  })
}

/** True if a workflow has a node of a type. */
export function hasNode({ nodes }: Pick<Workflow, 'nodes'>, type: string): boolean {
  return nodes.some((node) => typeOf(node) === type)
}

/** Inputs without empty values; undefined if nothing is left. */
export function filledInputs(inputs: TurnInputs): TurnInputs | undefined {
  const filled = Object.entries(inputs).flatMap(([id, values]) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
    return given.length === 0 ? [] : [[id, Object.fromEntries(given)] as const]
  })
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** Number of values that are set. */
export function inputCount(inputs: TurnInputs): number {
  return Object.values(filledInputs(inputs) ?? {}).reduce((sum, values) => sum + Object.keys(values).length, 0)
}

function typeOf({ type, data }: WorkflowNode): string {
  const { node_type_id, id } = isObject(data?.metadata) ? data.metadata : {}
  return textIn(node_type_id) ?? textIn(id) ?? type ?? ''
}

function one(key: string, field: Readonly<Record<string, unknown>>): FieldSchema {
  return formSchema({ type: 'object', properties: { [key]: field } })
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : undefined
}

function jsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

function yesNo(value: boolean, isDefault: boolean, t: Texts): string {
  const text = value ? t.questions.yes : t.questions.no
  return isDefault ? t.playground.asSet(text) : text
}
