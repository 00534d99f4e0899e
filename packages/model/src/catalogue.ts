/** The catalogue as one frozen value: node types by id, categories in order. All look-ups of node types use it. */

import { SUMMARY_KEYWORD } from './card-summary.ts'
import { BUILT_IN_CATEGORIES, type Category } from './categories.ts'
import { ANNOTATION_EXTENSION, LOOP_EXTENSION, MARK, OUTPUT_EXTENSION, SEARCH_EXTENSION } from './extensions.ts'
import { NATIVE_FORMAT, PUBLIC_FORMAT } from './formats.ts'
import { DEFAULT_ICON, type NodeDefinition, type NodeType, type PortSpec } from './node-type.ts'
import { canConnect } from './ports/data-types.ts'
import type { Direction } from './ports/handle.ts'
import type { NodePort } from './ports/port.ts'

export interface Catalogue {
  readonly types: ReadonlyMap<string, NodeType>
  readonly categories: readonly Category[]
  /** Which data types are compatible, if a backend has its own rules; default: the built-in table. */
  readonly canConnect?: (from: string, to: string) => boolean
  /** Why a type is not in `types`, if its file does not load. */
  readonly whyMissing?: (typeId: string) => string | undefined
  /** Grows when the node types are reloaded; what is derived from them is then outdated. */
  readonly version?: number
}

/** Whether an output may feed an input by the rules of a catalogue. */
export function goTogether({ canConnect: own = canConnect }: Catalogue, from: string, to: string): boolean {
  return own(from, to)
}

/** Whether an output may be connected to an input. A branch connects by its trigger or by the value that it carries. */
export function portsFit(catalogue: Catalogue, output: Fitting, input: Fitting): boolean {
  if (goTogether(catalogue, output.dataType, input.dataType)) return true
  return output.carries !== undefined && goTogether(catalogue, output.carries, input.dataType)
}

type Fitting = Pick<NodePort, 'dataType' | 'carries'>

/** Builds the catalogue; later categories override earlier ones of the same name. */
export function catalogueOf(definitions: Iterable<NodeDefinition>, extra: readonly Category[] = []): Catalogue {
  const categories = new Map<string, Category>()
  for (const category of [...BUILT_IN_CATEGORIES, ...extra]) {
    categories.set(category.name, { ...categories.get(category.name), ...category })
  }
  const types = new Map<string, NodeType>()
  for (const definition of definitions) {
    if (types.has(definition.id)) throw new Error(`Two node types have the id "${definition.id}"`)
    if (!categories.has(definition.category)) categories.set(definition.category, unnamed(definition.category))
    types.set(definition.id, nodeTypeOf(definition, categories.get(definition.category)))
  }
  return { types, categories: [...categories.values()].sort((a, b) => a.weight - b.weight) }
}

/** A category that a node uses but that has no description. */
function unnamed(name: string): Category {
  const label = name.replace(
    /(^|[\s_-])(\p{L})/gu,
    (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase(),
  )
  return { name, label, icon: 'mdi:folder', color: 'var(--fd-node-slate)', weight: 999 }
}

const TRIGGER: PortSpec = {
  name: 'Trigger',
  dataType: 'trigger',
  description: 'Order: runs after what is connected here.',
}
const ERROR: PortSpec = {
  name: 'Error',
  dataType: 'json',
  description: 'When wired, a failure goes here and the run goes on.',
  exposedByDefault: false,
}
const TOOL: PortSpec = { name: 'Tool', dataType: 'tool', description: 'Connect to an agent to offer this as a tool.' }

/** The formats of a type. Every type of our format is also offered in the public editor's, which shows no others. */
function formatsOf({ formats, agentspec }: NodeDefinition): readonly string[] {
  const given = formats ?? (agentspec ? [NATIVE_FORMAT, 'agentspec'] : [NATIVE_FORMAT])
  return given.includes(NATIVE_FORMAT) || given.includes(PUBLIC_FORMAT)
    ? [NATIVE_FORMAT, PUBLIC_FORMAT, ...given.filter((format) => format !== NATIVE_FORMAT && format !== PUBLIC_FORMAT)]
    : given
}

/** The served record of a definition, reserved ports included. */
export function nodeTypeOf(definition: NodeDefinition, category?: Category): NodeType {
  const { reserved = {}, visual = 'default' } = definition
  const has = (port: 'triggerIn' | 'triggerOut' | 'error') => !definition.annotation && reserved[port] !== false
  const inputs = { ...definition.inputs, ...(has('triggerIn') ? { trigger: TRIGGER } : {}) }
  const outputs = {
    ...definition.outputs,
    ...(definition.tool ? { tool: TOOL } : {}),
    ...(has('triggerOut') ? { trigger: TRIGGER } : {}),
    ...(has('error') ? { error: ERROR } : {}),
  }
  const defaults = defaultsOf(definition.config)
  return {
    node_type_id: definition.id,
    id: definition.id,
    name: definition.name,
    description: definition.description,
    category: definition.category,
    version: definition.version,
    icon: definition.icon ?? DEFAULT_ICON,
    color: definition.color ?? category?.color ?? 'var(--fd-node-slate)',
    type: visual,
    supportedTypes: [visual, ...(definition.alsoDrawnAs ?? []).filter((other) => other !== visual)],
    ...(definition.badge ? { badge: definition.badge } : {}),
    ...(definition.tool ? { portDataType: 'tool' } : {}),
    inputs: portList(inputs, 'input'),
    outputs: portList(outputs, 'output'),
    configSchema: {
      ...definition.config,
      required: definition.config.required ?? [],
      additionalProperties: definition.config.additionalProperties ?? true,
      ...(definition.summary === undefined ? {} : { [SUMMARY_KEYWORD]: definition.summary }),
    },
    ...(Object.keys(defaults).length > 0 ? { config: defaults } : {}),
    tags: [...definition.tags],
    formats: [...formatsOf(definition)],
    extensions: {
      ...definition.extensions,
      ...(definition.agentspec ? { 'agentspec:component_type': definition.agentspec } : {}),
      ...(definition.annotation ? { [ANNOTATION_EXTENSION]: MARK } : {}),
      ...(definition.loop ? { [LOOP_EXTENSION]: definition.loop } : {}),
      ...(definition.keywords ? { [SEARCH_EXTENSION]: { keywords: [...definition.keywords] } } : {}),
      ...(definition.isOutput ? { [OUTPUT_EXTENSION]: MARK } : {}),
    },
  }
}

function portList(specs: Readonly<Record<string, PortSpec>>, type: Direction): NodePort[] {
  return Object.entries(specs).map(
    ([id, spec], displayOrder) => ({ id, type, displayOrder, ...spec, name: spec.name ?? titleOf(id) }) as NodePort,
  )
}

function titleOf(id: string): string {
  const words = id.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const knownDefaults = new WeakMap<object, Readonly<Record<string, unknown>>>()

/** The default of every property of a config schema that has one. Cached by schema, because every step needs it. */
export function defaultsOf(schema: Record<string, unknown>): Readonly<Record<string, unknown>> {
  const known = knownDefaults.get(schema)
  if (known !== undefined) return known
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>
  const defaults = Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => property.default !== undefined)
      .map(([key, property]) => [key, property.default]),
  )
  knownDefaults.set(schema, Object.freeze(defaults))
  return defaults
}
