/**
 * The inputs of a run as forms: the schema of the start node, and one field for every input node. Pure. Values are
 * grouped by node, as on the wire: `{nodeId: {port or setting: value}}`.
 */
import {
  configOf,
  enabledNodes,
  isObject,
  type NodeType,
  nodeTypeIdOf,
  titleOf,
  type WorkflowNode,
} from '@millrace/model'
import type { FieldSchema } from '../forms/field-schema.ts'

export interface LaunchSection {
  readonly node: string
  readonly title: string
  readonly schema: FieldSchema
  /** True if a file is selected instead of typing a value. */
  readonly isFile: boolean
  /** True if the section has only the field it is named after, so it needs no heading. */
  readonly isSingle: boolean
}

export type LaunchValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Types = ReadonlyMap<string, NodeType>

export function launchSections(nodes: readonly WorkflowNode[], types: Types): LaunchSection[] {
  return enabledNodes(nodes)
    .flatMap((node) => sectionOf(node, types) ?? [])
    .sort((a, b) => Number(a.isSingle) - Number(b.isSingle))
}

function sectionOf(node: WorkflowNode, types: Types): LaunchSection | undefined {
  const typeId = nodeTypeIdOf(node)
  const type = types.get(typeId)
  const config = configOf(node)
  const title = titleOf(node) || type?.name || node.id
  if (typeId === 'start') return isObject(config.schema) ? startSection(node.id, title, config.schema) : undefined
  if (type?.category !== 'inputs') return undefined
  const port = type.outputs.find(({ dataType }) => dataType !== 'trigger' && dataType !== 'tool')
  if (port === undefined) return undefined
  const settings = (type.configSchema.properties ?? {}) as Readonly<Record<string, FieldSchema | undefined>>
  const setting = settings.defaultValue
  const field: FieldSchema = {
    ...(setting ?? { type: port.dataType === 'file' ? 'object' : 'string' }),
    title,
    ...(typeof config.placeholder === 'string' && config.placeholder !== '' ? { placeholder: config.placeholder } : {}),
    ...(config.defaultValue === undefined ? {} : { default: config.defaultValue }),
  }
  const { description: _, ...shown } = config.multiline === false ? withoutLines(field) : field
  return {
    node: node.id,
    title,
    schema: { type: 'object', properties: { [port.id]: shown } },
    isFile: port.dataType === 'file',
    isSingle: true,
  }
}

/** A single-line text field. */
function withoutLines({ format, ...field }: FieldSchema): FieldSchema {
  return format === undefined || format === 'multiline' ? field : { ...field, format }
}

function startSection(
  node: string,
  title: string,
  schema: Readonly<Record<string, unknown>>,
): LaunchSection | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {}
  if (Object.keys(properties).length === 0) return undefined
  return { node, title, schema: schema as FieldSchema, isFile: false, isSingle: false }
}

/** The inputs of a launch: the values of existing nodes, with the defaults of the start schema. */
export function launchInputs(sections: readonly LaunchSection[], values: LaunchValues): Record<string, unknown> {
  const inputs: Record<string, unknown> = {}
  for (const { node, schema, isSingle } of sections) {
    const own = { ...(isSingle ? {} : defaultsOf(schema)), ...values[node] }
    if (Object.keys(own).length > 0) inputs[node] = own
  }
  return inputs
}

function defaultsOf({ properties = {} }: FieldSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => (field.default === undefined ? [] : [[key, field.default]])),
  )
}

/** Maps validation errors to paths of the forms: both `/inputs/start.1/name` and `/inputs/name`. */
export function launchProblems(
  details: readonly { readonly path?: string; readonly message?: string }[],
  sections: readonly LaunchSection[],
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  for (const { path = '', message = '' } of details) {
    const [, root, first = '', ...rest] = path.split('/')
    if (root !== 'inputs' || first === '') continue
    const own = sections.find(({ node }) => node === first)
    const start = sections.find(({ isSingle, schema }) => !isSingle && schema.properties?.[first] !== undefined)
    if (own !== undefined && rest.length > 0) problems.set(`/${own.node}/${rest.join('/')}`, message)
    else if (start !== undefined) problems.set(`/${start.node}/${[first, ...rest].join('/')}`, message)
  }
  return problems
}
