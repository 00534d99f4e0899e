/** Converts a single canvas node to its component, for running it. */
import { isObject, type NodePort, type NodeType, portsOf } from '@millrace/model'
import type { Fields, FlowNodeComponent, Property } from '../components.ts'
import { newNotes } from '../notes.ts'
import { inputsOf, outputsOf } from '../ports.ts'
import { isDataPort } from './canvas.ts'
import { madeNodes } from './convert-nodes.ts'
import { listedPorts } from './listed-ports.ts'

export interface ConfiguredNode {
  readonly type: NodeType
  readonly name: string
  /** Complete: with defaults and inline components as imported. */
  readonly config: Fields
  /** Ports of the type that have a value in this run; a node that lists its ports has no others. */
  readonly fed: ReadonlySet<string>
}

export interface NodeComponent {
  readonly component: FlowNodeComponent
  /** Property titles by port id. */
  readonly inputs: ReadonlyMap<string, string>
  readonly outputs: ReadonlyMap<string, string>
  /** True for a canvas node, false for a node of a submitted flow. */
  readonly isDrawn: boolean
}

/** The setting that contains the component of a node in a submitted flow. */
export const COMPONENT_SETTING = '$component'

/** The component of a node; `errors` if its settings are invalid. */
export function nodeComponent(node: ConfiguredNode): NodeComponent | { readonly errors: readonly string[] } {
  const { type, name } = node
  const submitted = node.config[COMPONENT_SETTING]
  if (isObject(submitted)) return submittedNode(submitted as unknown as FlowNodeComponent)
  const config = withPortsIn(node)
  const ports = portsOf(type, config)
  const canvas = {
    node: { id: name, type: 'universalNode', position: { x: 0, y: 0 }, data: { label: name, config } },
    id: name,
    name,
    typeId: type.node_type_id,
    type,
    config,
    secrets: new Set<string>(),
    mapsTo: type.node_type_id.slice('agentspec.'.length),
    inputs: [...ports.inputs.values()],
    outputs: [...ports.outputs.values()],
    arriving: [],
    leaving: [],
  }
  const notes = newNotes()
  const made = madeNodes([canvas], notes).get(canvas)
  if (made === undefined || notes.errors.length > 0) return { errors: notes.errors }
  return { ...made, isDrawn: true }
}

/** The ports of a submitted node are its properties, by title. */
function submittedNode(component: FlowNodeComponent): NodeComponent {
  const ports = (properties: readonly Property[]) => new Map(properties.map(({ title }) => [title, title]))
  return { component, inputs: ports(inputsOf(component)), outputs: ports(outputsOf(component)), isDrawn: false }
}

/**
 * An unconnected port of the type is not an input: only a document can require a property. All outputs exist unless the
 * node lists its ports.
 */
function withPortsIn({ type, config, fed }: ConfiguredNode): Record<string, unknown> {
  const listed = listedPorts(config, 'inputs')
  const names = new Set(listed?.map(({ name }) => name))
  const all = [...portsOf(type, config).inputs.values()]
  const own = all.filter((port) => isDataPort(port) && fed.has(port.id) && !names.has(port.id))
  const inputs = [...own.map(entryOf), ...(listed ?? [])].map(asAnyJson)
  const outputs = (listedPorts(config, 'outputs') ?? type.outputs.filter(isDataPort).map(entryOf)).map(asAnyJson)
  const { input_collection: list, output_collection: results, ports: _, ...rest } = config
  const isIn = (ports: readonly Fields[], wanted: unknown) => ports.some(({ name }) => name === wanted)
  return {
    ...rest,
    dynamicInputs: inputs,
    dynamicOutputs: outputs,
    // The defaults of the type name ports that an imported node may not have.
    ...(isIn(inputs, list) ? { input_collection: list } : {}),
    ...(isIn(outputs, results) ? { output_collection: results } : {}),
  }
}

function entryOf({ id, dataType }: NodePort): Fields {
  return { name: id, dataType }
}

/** A JSON port of the canvas accepts any JSON value; only a schema can require an object. */
function asAnyJson(entry: Fields): Fields {
  const isAny = !isObject(entry.schema) && (entry.dataType === 'json' || entry.dataType === 'mixed')
  return isAny ? { ...entry, schema: { title: String(entry.name) } } : entry
}
