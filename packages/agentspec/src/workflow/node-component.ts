/** One node of the canvas by itself, as the component that it stands for: what whoever runs such a node needs. */
import { isObject, type NodePort, type NodeType, portsOf } from '@millrace/model'
import type { Fields, FlowNodeComponent, Property } from '../components.ts'
import { newNotes } from '../notes.ts'
import { inputsOf, outputsOf } from '../ports.ts'
import { isDataPort } from './canvas.ts'
import { listedPorts } from './listed-ports.ts'
import { madeNodes } from './made-nodes.ts'

export interface ConfiguredNode {
  readonly type: NodeType
  readonly name: string
  /** Whole: with defaults, and with inline components as an import leaves them. */
  readonly config: Fields
  /** Ports of the type that carry something this time; of the others a node that lists its own ports has none. */
  readonly fed: ReadonlySet<string>
}

export interface NodeComponent {
  readonly component: FlowNodeComponent
  /** Titles of properties by the id of their port. */
  readonly inputs: ReadonlyMap<string, string>
  readonly outputs: ReadonlyMap<string, string>
  /** True for a node of the canvas, false for one of a flow that runs as it was submitted. */
  readonly isDrawn: boolean
}

/** The setting that holds the component of a node in a flow that runs as it was submitted. */
export const COMPONENT_SETTING = '$component'

/** The component of a node; `errors` say why its settings do not make one. */
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

/** Ports of a submitted node are its properties, each under its own title. */
function submittedNode(component: FlowNodeComponent): NodeComponent {
  const ports = (properties: readonly Property[]) => new Map(properties.map(({ title }) => [title, title]))
  return { component, inputs: ports(inputsOf(component)), outputs: ports(outputsOf(component)), isDrawn: false }
}

/**
 * A port of the type that nothing feeds is no input: only a document can say that a property has to have a value. Its
 * outputs are all there unless the node lists its own.
 */
function withPortsIn({ type, config, fed }: ConfiguredNode): Record<string, unknown> {
  const listed = listedPorts(config, 'inputs')
  const names = new Set(listed?.map(({ name }) => name))
  const own = type.inputs.filter((port) => isDataPort(port) && fed.has(port.id) && !names.has(port.id))
  const inputs = [...own.map(entryOf), ...(listed ?? [])].map(asAnyJson)
  const outputs = (listedPorts(config, 'outputs') ?? type.outputs.filter(isDataPort).map(entryOf)).map(asAnyJson)
  const { input_collection: list, output_collection: results, ports: _, ...rest } = config
  const isIn = (ports: readonly Fields[], wanted: unknown) => ports.some(({ name }) => name === wanted)
  return {
    ...rest,
    dynamicInputs: inputs,
    dynamicOutputs: outputs,
    // The defaults of the type name ports that an imported node need not have.
    ...(isIn(inputs, list) ? { input_collection: list } : {}),
    ...(isIn(outputs, results) ? { output_collection: results } : {}),
  }
}

function entryOf({ id, dataType }: NodePort): Fields {
  return { name: id, dataType }
}

/** A port of the canvas for JSON takes any of it; only a schema says that it has to be an object. */
function asAnyJson(entry: Fields): Fields {
  const isAny = !isObject(entry.schema) && (entry.dataType === 'json' || entry.dataType === 'mixed')
  return isAny ? { ...entry, schema: { title: String(entry.name) } } : entry
}
