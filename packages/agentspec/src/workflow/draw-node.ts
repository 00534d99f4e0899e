/**
 * Converts a node of a flow to a canvas node. Its config contains what users can edit, including inline components;
 * everything else is stored in an extension. `component-of-node.ts` is the inverse.
 */
import { type Catalogue, isObject, type NodePort, type NodeType, type WorkflowNode } from '@millrace/model'
import { nodeShape, simpleTypeName } from '../codec/shapes.ts'
import { mappingOf } from '../codec/simple-branches.ts'
import { writeSimpleNode } from '../codec/write-simple.ts'
import {
  CAUGHT_BRANCH,
  type Fields,
  type FlowNodeComponent,
  NEXT,
  type Property,
  type SimpleBranch,
} from '../components.ts'
import { branchesOf, inputsOf, outputsOf } from '../ports.ts'
import { isDataPort } from './canvas.ts'
import { type Side, typePort } from './listed-ports.ts'
import { dataTypeOf, dynamicPortOf } from './property-types.ts'
import { COMPONENT, withoutOurs } from './saved-metadata.ts'
import { portIdFor } from './titles.ts'

export interface DrawnNode {
  readonly node: WorkflowNode
  readonly ports: PortIds
}

/** The port of each property and branch of a component. */
export interface PortIds {
  readonly inputs: ReadonlyMap<string, string>
  readonly outputs: ReadonlyMap<string, string>
  readonly branches: ReadonlyMap<string, string>
}

/** Fields with a component or its name: the config has the component and, in a second field, its name. */
export const REFERENCED: Readonly<Record<string, string>> = {
  llm_config: 'llm_config_ref',
  agent: 'agent_ref',
  flow: 'flow_ref',
  map_flow: 'map_flow_ref',
  tool: 'tool_ref',
  flows: 'flow_refs',
}

interface Drawing {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
  readonly catalogue: Catalogue
  /** Ids of components that other nodes of the flow also use. */
  readonly shared?: ReadonlySet<string>
  /** Titles of inputs that are not the type's port of the same name. */
  readonly asDynamic?: ReadonlySet<string>
}

/** The node type id of a component. */
export function typeIdOf(component: FlowNodeComponent): string {
  return `agentspec.${simpleTypeName(component)}`
}

export function drawNode(
  component: FlowNodeComponent,
  { id, position, catalogue, shared, asDynamic }: Drawing,
): DrawnNode {
  const typeId = typeIdOf(component)
  const type = catalogue.types.get(typeId)
  const branches = branchPorts(component)
  const reserved = new Set([...fixedPorts(type), ...branches.values()])
  const idsOf = (side: Side, properties: readonly Property[]) => {
    const own = new Set(type?.[side].filter(isDataPort).map((port) => port.id))
    return new Map(
      properties.map((one) => {
        const isOfType = typePort(type, side, one) && !(side === 'inputs' && asDynamic?.has(one.title))
        const id = isOfType ? one.title : portIdFor(one.title, new Set([...reserved, ...own]))
        return [one.title, id]
      }),
    )
  }
  const inputs = idsOf('inputs', inputsOf(component))
  const outputs = idsOf('outputs', outputsOf(component))
  const ports = { inputs, outputs, branches }
  const metadata = type ?? genericType(typeId, component)
  return {
    ports,
    node: {
      id,
      // The only component that the public editor registers on its canvas; the metadata contains the actual type.
      type: 'universalNode',
      position: { x: position.x, y: position.y },
      data: {
        label: component.name,
        config: configFor(component, ports, { shared, type }),
        metadata: { ...metadata },
        extensions: { [COMPONENT]: remainderOf(component) },
      },
    },
  }
}

/** Ports of a type without data; a property of the same name has to be renamed. */
function fixedPorts(type: NodeType | undefined): string[] {
  const all: readonly NodePort[] = [...(type?.inputs ?? []), ...(type?.outputs ?? [])]
  const fixed = all.filter((port) => port.dataType === 'trigger' || port.dataType === 'tool').map((port) => port.id)
  return ['trigger', ...fixed]
}

/** Most nodes continue through the trigger port; other branches have their own ports. */
function branchPorts(component: FlowNodeComponent): Map<string, string> {
  const names = branchesOf(component).map((branch) => [branch, branch === NEXT ? 'trigger' : branch] as const)
  if (component.kind !== 'branching') return new Map(names)
  const fallback = component.seedBranches ? mappingOf(component.seedBranches).fallback : undefined
  return new Map(branchesOf(component).map((name) => [name, name === 'default' ? (fallback ?? name) : name]))
}

function configFor(
  component: FlowNodeComponent,
  ports: PortIds,
  { shared, type }: { shared: ReadonlySet<string> | undefined; type: NodeType | undefined },
): Record<string, unknown> {
  const simple = writeSimpleNode(component, shared)
  const config: Record<string, unknown> = {}
  for (const { simple: name } of nodeShape(component.kind)?.fields ?? []) {
    const value = name === null ? undefined : simple[name]
    if (name === null || value === undefined) continue
    if (name === 'branches') config.branches = drawnBranches(value as SimpleBranch[])
    else if (name === 'headers') config.headers = JSON.stringify(value, null, 2)
    else if (Object.hasOwn(REFERENCED, name)) Object.assign(config, referenced(name, value))
    else config[name] = value
  }
  if (component.kind !== 'branching') {
    const own = [...ports.branches].filter(([branch]) => branch !== NEXT && branch !== CAUGHT_BRANCH)
    if (own.length > 0) config.branches = own.map(([name]) => ({ name, label: name }))
  }
  const order: Record<string, unknown> = {}
  const dynamic = (side: Side, properties: readonly Property[]) => {
    const isOfType = (one: Property) => ports[side].get(one.title) === one.title && typePort(type, side, one)
    if (properties.some(isOfType)) {
      order[side] = properties.map((one) => ({
        id: ports[side].get(one.title) ?? one.title,
        ...(isOfType(one) ? { schema: one } : {}),
      }))
    }
    return properties
      .filter((one) => !isOfType(one))
      .map((one) => dynamicPortOf(one, ports[side].get(one.title) ?? one.title))
  }
  if (component.kind !== 'start') config.dynamicInputs = dynamic('inputs', inputsOf(component))
  const givesData = component.kind !== 'end' && component.kind !== 'branching' && component.kind !== 'output_message'
  if (givesData) config.dynamicOutputs = dynamic('outputs', outputsOf(component))
  if (Object.keys(order).length > 0) config.ports = order
  if (typeof component.description === 'string' && component.description !== '') {
    config.instanceDescription = component.description
  }
  return config
}

/** A component is stored whole with its name in a second field; a reference only as its name. */
function referenced(name: string, value: unknown): Record<string, unknown> {
  const key = REFERENCED[name] ?? name
  const nameIn = (one: unknown) => (isObject(one) ? String(one.name ?? '') : String(one))
  if (Array.isArray(value)) return { [key]: value.map(nameIn), ...(value.some(isObject) ? { [name]: value } : {}) }
  return isObject(value) ? { [key]: nameIn(value), [name]: value } : { [key]: value }
}

/** Branches in editor format: with labels and a marked default branch. */
export function drawnBranches(branches: readonly SimpleBranch[]): Record<string, unknown>[] {
  const { mapping, fallback } = mappingOf(branches)
  return branches.map((branch) => {
    const target = branch.name === fallback ? 'default' : branch.name
    const values = Object.keys(mapping).filter((key) => mapping[key] === target)
    const isDefault = branch.name === fallback
    return {
      label: branch.name,
      condition: '',
      ...(values.length === 1 && !isDefault ? { value: values[0] } : {}),
      ...branch,
      isDefault,
    }
  })
}

/** The parts of a component that are not in the config: id, metadata, unknown fields and undeclared ports. */
function remainderOf(component: FlowNodeComponent): Fields {
  const simple = writeSimpleNode(component)
  const metadata = withoutOurs(isObject(simple.metadata) ? simple.metadata : undefined)
  const undeclared = (['inputs', 'outputs'] as const).filter((side) => !component[side])
  return {
    id: component.id,
    component_type: simple.component_type,
    ...(component.kind === 'branching' ? { branches: simple.branches } : {}),
    ...(metadata === undefined ? {} : { metadata }),
    ...(component.extra === undefined ? {} : { extra: component.extra }),
    ...(undeclared.length > 0 ? { undeclared } : {}),
    ...(typeof component.description === 'string' ? { description: component.description } : {}),
  }
}

/** A node type for an unknown component: drawn and kept, but never run. */
function genericType(typeId: string, component: FlowNodeComponent): NodeType {
  const trigger = (type: 'input' | 'output') => ({ id: 'trigger', name: 'Trigger', type, dataType: 'trigger' }) as const
  const data = (list: readonly Property[] | null | undefined, type: 'input' | 'output'): NodePort[] =>
    (list ?? []).map((one) => ({ id: one.title, name: one.title, type, dataType: dataTypeOf(one), required: false }))
  return {
    node_type_id: typeId,
    id: typeId,
    name: simpleTypeName(component),
    description: 'An unknown component. It is kept unchanged.',
    category: 'processing',
    version: '1.0.0',
    icon: 'mdi:puzzle',
    color: '#6b7280',
    type: 'default',
    supportedTypes: ['default'],
    inputs: [trigger('input'), ...data(component.inputs, 'input')],
    outputs: [trigger('output'), ...data(component.outputs, 'output')],
    configSchema: { type: 'object', properties: {}, additionalProperties: true },
    tags: ['agentspec'],
    formats: ['agentspec'],
    extensions: { 'agentspec:component_type': simpleTypeName(component) },
  }
}
