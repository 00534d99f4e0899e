/**
 * The rules of the official SDK for loading a document, as far as an export could violate them: references, titles,
 * defaults, the graph of every flow, and property compatibility. Stricter than our own validation in places.
 */
import { isObject } from '@millrace/model'
import type { Fields, Flow, FlowNodeComponent, Property } from '../components.ts'
import { componentsIn } from '../components-in.ts'
import { inputsOf, outputsOf } from '../ports.ts'
import { readAgentSpec } from '../read.ts'
import { placeholdersIn } from '../templates.ts'

const SECRET = /\.(api_key|sensitive_headers|key_file|cert_file|ca_file|credentials|password|client_secret)$/

/** What the SDK would reject in a document. */
export function officialProblems(document: Fields): string[] {
  const read = readAgentSpec(JSON.stringify(document))
  if (read.errors !== undefined || read.flow === undefined) return [...(read.errors ?? ['no flow'])]
  const flows = [read.flow, ...componentsIn(read.flow).filter((one): one is Flow => 'controlFlow' in one)]
  return [
    ...referenceProblems(document),
    ...flows.flatMap(flowProblems),
    ...componentsIn(read.flow).flatMap((one) => ('toolboxes' in one ? toolboxProblems(one.toolboxes, one.name) : [])),
    ...componentsIn(read.flow).flatMap((one) =>
      'inputs' in one || 'outputs' in one
        ? [...(one.inputs ?? []), ...(one.outputs ?? [])].flatMap((property) => propertyProblems(property, one.name))
        : [],
    ),
  ]
}

function referenceProblems(document: Fields): string[] {
  const [named, known] = [new Set<string>(), new Set<string>()]
  const problems: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isObject(value)) return
    if (typeof value.$component_ref === 'string') named.add(value.$component_ref)
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$referenced_components' && isObject(inner)) {
        for (const id of Object.keys(inner)) {
          if (known.has(id)) problems.push(`${id} is referenced at several levels`)
          known.add(id)
        }
      }
      // Only direct values of metadata are checked.
      if (key !== 'metadata') walk(inner)
      else if (isObject(inner))
        for (const one of Object.values(inner)) if (isObject(one) && '$component_ref' in one) walk(one)
    }
  }
  walk(document)
  return [...problems, ...[...named].filter((id) => !known.has(id) && !SECRET.test(id)).map((id) => `${id} is missing`)]
}

function flowProblems(flow: Flow): string[] {
  const { nodes, controlFlow, dataFlow, name } = flow
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const [starts, ends] = [nodes.filter(({ kind }) => kind === 'start'), nodes.filter(({ kind }) => kind === 'end')]
  const leaving = (id: string) => controlFlow.filter(({ fromNode }) => fromNode === id).length
  const arriving = (id: string) => controlFlow.filter(({ toNode }) => toNode === id).length
  const problems = [
    ...(starts.length === 1 && starts[0]?.id === flow.startNode ? [] : ['not exactly one start']),
    ...(leaving(flow.startNode) === 1 && arriving(flow.startNode) === 0
      ? []
      : ['the start is not entered by one edge']),
    ...(ends.length > 0 ? [] : ['no end']),
    ...ends.filter(({ id }) => arriving(id) === 0 || leaving(id) > 0).map((end) => `end ${end.name} is not entered`),
    ...controlFlow.filter(({ fromNode, toNode }) => !byId.has(fromNode) || !byId.has(toNode)).map(({ id }) => id),
    ...nodes.flatMap(nodeProblems),
  ]
  for (const edge of dataFlow ?? []) {
    const [source, target] = [byId.get(edge.sourceNode), byId.get(edge.destinationNode)]
    const from = source && outputsOf(source).find(({ title }) => title === edge.sourceOutput)
    const to = target && inputsOf(target).find(({ title }) => title === edge.destinationInput)
    if (!from || !to) problems.push(`data edge ${edge.name} has no property at an end`)
    else if (!isCastable(from, to)) problems.push(`data edge ${edge.name} does not fit: ${JSON.stringify([from, to])}`)
  }
  return problems.map((text) => `flow ${name}: ${text}`)
}

/** Required fields of a transport. */
const TRANSPORTS: Readonly<Record<string, string>> = {
  StdioTransport: 'command',
  SSETransport: 'url',
  StreamableHTTPTransport: 'url',
  SSEmTLSTransport: 'url',
  StreamableHTTPmTLSTransport: 'url',
}

function toolboxProblems(boxes: readonly Fields[] | null | undefined, agent: string): string[] {
  return (boxes ?? []).flatMap(({ component_type, id, name, client_transport, tool_filter }) => {
    const transport = isObject(client_transport) ? client_transport : {}
    const field = TRANSPORTS[String(transport.component_type)]
    return [
      ...(component_type === 'MCPToolBox' ? [] : [`${agent}: ${component_type} is not a toolbox`]),
      ...[id, name, transport.id, transport.name].flatMap((one) =>
        typeof one === 'string' ? [] : [`${agent}: a part of a toolbox has no id or name`],
      ),
      ...(field !== undefined && typeof transport[field] === 'string' ? [] : [`${agent}: no transport that is known`]),
      ...(tool_filter === undefined || tool_filter === null || Array.isArray(tool_filter)
        ? []
        : [`${agent}: tool_filter is not a list`]),
    ]
  })
}

function nodeProblems(node: FlowNodeComponent): string[] {
  const titles = (list: readonly Property[] | null | undefined) => (list ?? []).map(({ title }) => title).sort()
  const differ = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) !== JSON.stringify(b)
  if (node.kind === 'llm' && node.inputs) {
    const wanted = placeholdersIn([node.systemPrompt ?? '', node.promptTemplate]).sort()
    return differ(titles(node.inputs), wanted) ? [`${node.name}: inputs are not its placeholders`] : []
  }
  if (node.kind === 'tool' && node.tool.kind !== 'ref') {
    const [own, tool] = [node, node.tool].map((one) => [titles(one.inputs), titles(one.outputs)].flat())
    return differ(own ?? [], tool ?? []) ? [`${node.name}: ports are not those of its tool`] : []
  }
  if (node.kind === 'branching') return node.inputs?.length === 1 ? [] : [`${node.name}: not exactly one input`]
  if ((node.kind === 'start' || node.kind === 'end') && node.inputs && node.outputs) {
    return differ(titles(node.inputs), titles(node.outputs)) ? [`${node.name}: inputs are not its outputs`] : []
  }
  return []
}

function propertyProblems(property: Fields, where: string): string[] {
  const { title, items, additionalProperties, anyOf, properties } = property
  const inner = [
    ...(isObject(items) ? [items] : []),
    ...(isObject(additionalProperties) ? [additionalProperties] : []),
    ...(Array.isArray(anyOf) ? anyOf.filter(isObject) : []),
    ...(isObject(properties) ? Object.values(properties).filter(isObject) : []),
  ]
  return [
    ...(typeof title === 'string' && /[.,{} \n'"]/.test(title) ? [`${where}: title ${title}`] : []),
    ...(typeof additionalProperties === 'boolean' ? [`${where}: ${title}: additionalProperties is not a schema`] : []),
    ...('default' in property && !isOfType(property.default, property) ? [`${where}: default of ${title}`] : []),
    ...inner.flatMap((one) => propertyProblems(one, where)),
  ]
}

const NUMERIC = ['number', 'integer', 'boolean']

function alternatives({ anyOf, type }: Fields): Fields[] {
  return [
    ...(Array.isArray(anyOf) ? anyOf.filter(isObject) : []),
    ...(Array.isArray(type) ? type : type === undefined ? [] : [type]).map((one) => ({ type: one })),
  ]
}

/** A source of any type feeds only inputs of any type, strings and unions. */
function isCastable(from: Fields, to: Fields): boolean {
  if (to.type === undefined && to.anyOf === undefined) return true
  if (to.type === 'string') return true
  if ([from, to].some(({ anyOf, type }) => anyOf !== undefined || Array.isArray(type))) {
    return alternatives(from).every((one) => alternatives(to).some((other) => isCastable(one, other)))
  }
  if (NUMERIC.includes(String(from.type)) && NUMERIC.includes(String(to.type))) return true
  if (from.type !== to.type) return false
  if (to.type !== 'array') return true
  return isCastable(isObject(from.items) ? from.items : {}, isObject(to.items) ? to.items : {})
}

function isOfType(value: unknown, schema: Fields): boolean {
  if (schema.anyOf !== undefined || Array.isArray(schema.type)) {
    return alternatives(schema).some((one) => isOfType(value, one))
  }
  if (schema.type === 'null') return value === null
  if (NUMERIC.includes(String(schema.type))) return typeof value === 'number' || typeof value === 'boolean'
  if (schema.type === 'array') {
    return Array.isArray(value) && value.every((one) => isOfType(one, isObject(schema.items) ? schema.items : {}))
  }
  if (schema.type !== 'object') return true
  const properties = isObject(schema.properties) ? schema.properties : {}
  return (
    isObject(value) &&
    Object.entries(properties).every(([key, one]) =>
      Object.hasOwn(value, key) ? isObject(one) && isOfType(value[key], one) : isObject(one) && 'default' in one,
    )
  )
}
