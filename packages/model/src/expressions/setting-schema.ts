/** Which settings can be expressions, and the schema of their values. */
import { isOutputType } from '../extensions.ts'
import { isObject } from '../json.ts'
import type { NodeType } from '../node-type.ts'
import type { Schema } from '../schema.ts'
import { settingKeys } from './expressions.ts'

/** Why a setting cannot be an expression. */
export type NotExpressible = 'unknown' | 'not a text' | 'secret' | 'own language' | 'read before the run'

export type SettingSchema =
  | { readonly ok: true; readonly schema: Schema; readonly isRequired: boolean }
  | { readonly ok: false; readonly why: NotExpressible }

/** Formats whose text is a program with its own way to use data: inserting data into a program changes its meaning. */
const LANGUAGES = new Set<unknown>(['expression', 'template', 'code'])
const SECRETS = new Set<unknown>(['hidden', 'password'])

/** Settings that draw the node or its ports, and are read when the workflow is drawn or compiled. */
const DRAWN = new Set([
  'instanceTitle',
  'instanceDescription',
  'instanceBadge',
  'nodeType',
  'dynamicInputs',
  'dynamicOutputs',
  'ports',
  'variant',
])

/** The schema of a setting that can be an expression, or why it cannot. `config` decides which list items exist. */
export function expressionSetting(
  type: NodeType,
  setting: string,
  config: Readonly<Record<string, unknown>> = {},
): SettingSchema {
  const keys = settingKeys(setting)
  const why = readEarly(type, keys)
  if (why !== undefined) return { ok: false, why }
  const schemas = schemasAt([type.configSchema], keys, config)
  const found = schemas.flatMap(alternatives)
  if (found.length === 0) return { ok: false, why: 'unknown' }
  if (found.some(({ format }) => SECRETS.has(format))) return { ok: false, why: 'secret' }
  if (found.some(isLanguage)) return { ok: false, why: 'own language' }
  if (!found.some(takesText)) return { ok: false, why: 'not a text' }
  const [only, ...others] = schemas
  const schema = only !== undefined && others.length === 0 ? only : { anyOf: schemas }
  const required: unknown = type.configSchema.required
  return { ok: true, schema, isRequired: Array.isArray(required) && required.includes(keys[0]) && keys.length === 1 }
}

/** True if a setting of a type can be an expression. */
export function canBeExpression(type: NodeType, setting: string, config?: Readonly<Record<string, unknown>>): boolean {
  return expressionSetting(type, setting, config).ok
}

/** Settings that are used before the node runs, or that are Agent Spec components with placeholders of their own. */
function readEarly(type: NodeType, keys: readonly string[]): NotExpressible | undefined {
  const [first = ''] = keys
  if (type.node_type_id.startsWith('agentspec.')) return 'own language'
  if (type.category === 'triggers' || DRAWN.has(first)) return 'read before the run'
  // Branches are outputs; only what they are compared with is read when the node runs.
  if (first === 'branches' && keys[2] !== 'value' && keys[2] !== 'condition') return 'read before the run'
  if (isOutputType(type) && keys.length === 1 && first === 'name') return 'read before the run'
  return undefined
}

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf']

/** The schemas for the value at some keys: several if an object on the way has alternatives. */
function schemasAt(schemas: readonly unknown[], [key, ...rest]: readonly string[], value: unknown): Schema[] {
  if (key === undefined) return schemas.filter(isObject)
  const all = schemas.flatMap(alternatives)
  const isList = Array.isArray(value)
  if (isList && !(/^(0|[1-9][0-9]*)$/.test(key) && Number(key) < value.length)) return []
  const inner = isList ? value[Number(key)] : isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  const below = all.flatMap((schema) => (isList ? itemSchema(schema) : propertySchema(schema, key)))
  return below.length === 0 ? [] : schemasAt(below, rest, inner)
}

function alternatives(schema: unknown): Schema[] {
  if (!isObject(schema)) return []
  const lists = optionsOf(schema)
  if (lists.length === 0) return [schema]
  const hasRulesOfItsOwn = [schema.type, schema.properties, schema.format].some((rule) => rule !== undefined)
  return [...(hasRulesOfItsOwn ? [schema] : []), ...lists.flatMap(alternatives)]
}

function optionsOf(schema: Schema): unknown[] {
  return ALTERNATIVES.flatMap((keyword): unknown[] => (Array.isArray(schema[keyword]) ? schema[keyword] : []))
}

function itemSchema(schema: Schema): unknown[] {
  if (schema.type !== undefined && schema.type !== 'array') return []
  return [isObject(schema.items) ? schema.items : {}]
}

function propertySchema(schema: Schema, key: string): unknown[] {
  const { properties, additionalProperties, type } = schema
  if (type !== undefined && type !== 'object') return []
  if (isObject(properties) && Object.hasOwn(properties, key)) return [properties[key]]
  if (isObject(additionalProperties)) return [additionalProperties]
  // An object without declared keys takes any; otherwise an undeclared key is a mistake.
  return additionalProperties === false || isObject(properties) ? [] : [{}]
}

/** `x-expression: false` marks a text that is a program, such as a query: data in it would be executed. */
function isLanguage(schema: Schema): boolean {
  return LANGUAGES.has(schema.format) || schema['x-expression'] === false
}

function takesText(schema: Schema): boolean {
  const { type, enum: choices, const: only } = schema
  if (type !== undefined) return type === 'string' || (Array.isArray(type) && type.includes('string'))
  if (Array.isArray(choices)) return choices.some((choice) => typeof choice === 'string')
  if (only !== undefined) return typeof only === 'string'
  return optionsOf(schema).length === 0
}
