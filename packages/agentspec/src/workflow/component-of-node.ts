/** Converts an `agentspec.*` node to its component: the inverse of `draw-node.ts`. */
import { isObject, sameJson } from '@millrace/model'
import { shapeOf } from '../codec/shapes.ts'
import type { Fields, FlowNodeComponent, Property, SimpleBranch } from '../components.ts'
import { inferredInputs, inferredOutputs, isTemplated } from '../ports.ts'
import type { CanvasNode } from './canvas.ts'
import { drawnBranches, REFERENCED } from './draw-node.ts'
import { listedPorts } from './listed-ports.ts'
import { type NodeContext, warnOfConfig } from './node-context.ts'
import { SECRET_FIELDS } from './node-secrets.ts'
import { propertyOf } from './property-types.ts'
import { COMPONENT } from './saved-metadata.ts'
import { titleFor } from './titles.ts'

/** Config keys of the agentspec types that no component field corresponds to and that need no warning. */
const KNOWN = [
  ...['input_collection', 'output_collection', 'max_turns', 'flow_outputs', 'ports'],
  ...SECRET_FIELDS,
  ...Object.values(REFERENCED),
]

/** The id of an imported component. A copied node has the same one. */
export function importedId(node: CanvasNode): string | undefined {
  const { id } = remainderOf(node)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The component in the simple dialect, without its ports. */
export function simpleFormOfNode({ node, name }: NodeContext): Fields {
  const rest = remainderOf(node)
  const raw: Record<string, unknown> = {
    component_type: node.mapsTo ?? '',
    name,
    ...described(node.config, rest),
    ...(isObject(rest.extra) ? rest.extra : {}),
    ...(isObject(rest.metadata) ? { metadata: rest.metadata } : {}),
  }
  for (const { simple } of shapeOf(node.mapsTo ?? '', 'simple')?.fields ?? []) {
    const value = simple === null ? undefined : fieldOf(simple, node.config, rest)
    if (simple !== null && value !== undefined) raw[simple] = value
  }
  // Secrets are written as references, like in the official format.
  if (raw.sensitive_headers === undefined && node.secrets.has('secret_headers')) {
    raw.sensitive_headers = { $component_ref: `${importedId(node) ?? node.id}.sensitive_headers` }
  }
  return node.secrets.has('api_key') ? withModelKey(raw) : raw
}

/** The node with a reference to the API key of its model or agent. */
function withModelKey(raw: Fields): Fields {
  const model = raw.llm_config
  if (isObject(raw.agent)) return { ...raw, agent: withModelKey(raw.agent) }
  if (!isObject(model) || model.api_key !== undefined) return raw
  const carried = isObject(model.metadata) ? model.metadata['agentspec:id'] : undefined
  return { ...raw, llm_config: { ...model, api_key: { $component_ref: `${carried ?? model.name}.api_key` } } }
}

/** The component with its ports; `bare` was read from `simpleFormOfNode`. */
export function componentOfNode(context: NodeContext, bare: FlowNodeComponent): FlowNodeComponent {
  const { node, id, name, notes } = context
  const rest = remainderOf(node)
  const ports = { inputs: portsOf(context, 'inputs'), outputs: portsOf(context, 'outputs') }
  const made = { ...bare, ...declared(bare, ports, rest), name } as FlowNodeComponent
  const used = (shapeOf(node.mapsTo ?? '', 'simple')?.fields ?? []).flatMap((field) => field.simple ?? [])
  warnOfConfig(context, [...used, ...KNOWN])
  if (typeof node.config.max_turns === 'number' && node.config.max_turns !== 10) {
    notes.warn(`\`${name}\`: config \`max_turns\` has no Agent Spec equivalent`)
  }
  return { ...made, id }
}

function remainderOf({ node }: CanvasNode): Fields {
  const value = node.data?.extensions?.[COMPONENT]
  return isObject(value) ? value : {}
}

function described(config: Fields, rest: Fields): Fields {
  const written = config.instanceDescription
  if (typeof written === 'string' && written !== '') return { description: written }
  return rest.description === '' ? { description: '' } : {}
}

/** A component field from the config: the whole component if its name is still unchanged. */
function fieldOf(name: string, config: Fields, rest: Fields): unknown {
  if (name === 'branches') return branchesIn(config.branches, rest.branches)
  if (name === 'headers') return headersIn(config.headers)
  const key = REFERENCED[name]
  if (key === undefined) return config[name]
  const [whole, written] = [config[name], config[key]]
  if (Array.isArray(whole) || Array.isArray(written)) return listOf(whole, written)
  return choose(whole, written)
}

function choose(whole: unknown, written: unknown): unknown {
  const isNamed = typeof written === 'string' && written !== ''
  if (isObject(whole) && (!isNamed || whole.name === written)) return whole
  return isNamed ? written : undefined
}

function listOf(whole: unknown, written: unknown): unknown[] {
  const known = Array.isArray(whole) ? whole : []
  if (!Array.isArray(written)) return known
  const isNamed = (one: unknown, name: unknown) => isObject(one) && one.name === name
  return written.map((name, at) =>
    isNamed(known[at], name) ? known[at] : (known.find((one) => isNamed(one, name)) ?? name),
  )
}

/** The original branches if they are unchanged in the editor, else the edited ones without editor additions. */
function branchesIn(drawn: unknown, original: unknown): unknown {
  if (Array.isArray(original) && sameJson(drawnBranches(original as SimpleBranch[]), drawn)) return original
  if (!Array.isArray(drawn)) return undefined
  return drawn.filter(isObject).map(({ label, condition, isDefault, ...branch }) => ({
    ...branch,
    ...(label === branch.name || label === undefined ? {} : { label }),
    ...(condition === '' || condition === undefined ? {} : { condition }),
    ...(isDefault === true ? { isDefault } : {}),
  }))
}

function headersIn(value: unknown): unknown {
  if (isObject(value)) return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/**
 * The properties of a node and their ports. A node that lists its ports has those, plus connected ports of its type; a
 * node without a list has the ports of its type.
 */
function portsOf(context: NodeContext, side: 'inputs' | 'outputs'): Property[] {
  const { node } = context
  const titles = context[side]
  const entries = listedPorts(node.config, side)
  const taken = new Set<string>()
  const properties: Property[] = []
  // In list order: in the node the ports of the type come first.
  const place = new Map(entries?.map((entry, at) => [entry.name, at]))
  const ports = node[side].toSorted((one, other) => (place.get(one.id) ?? MANY) - (place.get(other.id) ?? MANY))
  for (const port of ports) {
    if (!titles.has(port.id)) continue
    const entry = entries?.find((one) => one.name === port.id)
    const isUsed =
      side === 'inputs'
        ? node.arriving.some((edge) => edge.targetPort === port.id)
        : node.leaving.some((edge) => edge.sourcePort === port.id)
    if (entries !== undefined && entry === undefined && !isUsed) {
      titles.delete(port.id)
      continue
    }
    const schema = entry !== undefined && isObject(entry.schema) ? entry.schema : undefined
    const title = titleFor(typeof schema?.title === 'string' ? schema.title : port.id, taken)
    titles.set(port.id, title)
    properties.push(schema === undefined ? propertyOf(port, title) : ({ ...schema, title } as Property))
  }
  return properties
}

const MANY = 1e9

interface Sides {
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
}

/**
 * Declares only what differs from the inferred ports; properties that the document left to inference stay undeclared.
 */
function declared(bare: FlowNodeComponent, ports: Sides, rest: Fields): Partial<Sides> {
  const left = new Set(Array.isArray(rest.undeclared) ? rest.undeclared : [])
  if (bare.kind === 'start') return sidesOf(ports.outputs, left)
  if (bare.kind === 'end') return sidesOf(ports.inputs, left)
  const isImported = rest.component_type !== undefined
  const mayOmit = (side: 'inputs' | 'outputs') => {
    if (isImported) return left.has(side)
    return side === 'inputs' ? isTemplated(bare) : GIVE_NOTHING.has(bare.kind)
  }
  const isInferred = (side: 'inputs' | 'outputs') =>
    mayOmit(side) && sameJson(side === 'inputs' ? inferredInputs(bare) : inferredOutputs(bare), ports[side])
  return {
    ...(isInferred('inputs') ? {} : { inputs: ports.inputs }),
    ...(isInferred('outputs') ? {} : { outputs: ports.outputs }),
  }
}

const GIVE_NOTHING = new Set(['branching', 'output_message'])

/** Start and end nodes keep declaring one side or both, as in the original. */
function sidesOf(properties: readonly Property[], left: ReadonlySet<unknown>): Partial<Sides> {
  return {
    ...(left.has('inputs') ? {} : { inputs: properties }),
    ...(left.has('outputs') ? {} : { outputs: properties }),
  }
}
