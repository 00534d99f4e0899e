/** The variables that a template of a node can use: its inputs and the schemas of the connected outputs. */
import { configOf, type Graph, type NodeType, parseHandle, portsOf, type WorkflowNode } from '@millrace/model'
import { portOf } from '../graph/connection-check.ts'
import { typeOf } from '../graph/node-look.ts'
import { type Variable, variablesIn } from './variables.ts'

export function upstreamVariables(
  graph: Graph,
  node: WorkflowNode,
  types: ReadonlyMap<string, NodeType>,
  /** Values of the inputs in the last run, or pinned ones. */
  samples: Readonly<Record<string, unknown>> = {},
): Variable[] {
  const type = typeOf(node, types)
  if (type === undefined) return []
  const found = new Map<string, Variable>()
  for (const port of portsOf(type, configOf(node)).inputs.values()) {
    if (port.dataType === 'trigger' || port.dataType === 'tool') continue
    const isFixed = type.inputs.some((one) => one.id === port.id)
    // Additional inputs are variables by name; for fixed inputs the variables are the fields of the connected value.
    if (!isFixed)
      found.set(port.id, { port: port.id, name: port.id, type: port.dataType, description: port.description ?? '' })
    const sample = Object.hasOwn(samples, port.id) ? [schemaOfValue(samples[port.id])] : []
    for (const schema of [port.schema, ...schemasBehind(graph, { node: node.id, port: port.id }, types), ...sample]) {
      for (const variable of variablesIn(schema, port.id, isFixed ? '' : port.id)) {
        if (!found.has(variable.name)) found.set(variable.name, variable)
      }
    }
  }
  return [...found.values()]
}

function schemasBehind(
  graph: Graph,
  input: { node: string; port: string },
  types: ReadonlyMap<string, NodeType>,
): unknown[] {
  return graph.edges.flatMap((edge) => {
    if (edge.target !== input.node || parseHandle(edge.targetHandle ?? '', edge.target, 'input') !== input.port)
      return []
    const port = parseHandle(edge.sourceHandle ?? '', edge.source, 'output')
    const source = port === undefined ? undefined : portOf(graph, { node: edge.source, port }, 'outputs', types)
    return source?.schema === undefined ? schemaFromConfig(graph, edge.source) : [source.schema]
  })
}

/** Schemas or values in the settings of a node describe more than its port. */
function schemaFromConfig({ nodes }: Graph, id: string): unknown[] {
  const node = nodes.find((one) => one.id === id)
  const config = node === undefined ? {} : configOf(node)
  const given = config.schema ?? config.jsonSchema ?? config.output_schema
  if (typeof given === 'object' && given !== null) return [given]
  return config.defaultValue !== null && typeof config.defaultValue === 'object'
    ? [schemaOfValue(config.defaultValue)]
    : []
}

/** Derives a schema from a sample value. */
export function schemaOfValue(value: unknown, depth = 0): Record<string, unknown> {
  if (Array.isArray(value)) return { type: 'array', items: depth > 4 ? {} : schemaOfValue(value[0], depth + 1) }
  if (typeof value === 'object' && value !== null) {
    const entries = depth > 4 ? [] : Object.entries(value).map(([key, one]) => [key, schemaOfValue(one, depth + 1)])
    return { type: 'object', properties: Object.fromEntries(entries) }
  }
  return { type: value === null ? 'null' : typeof value }
}
