/**
 * Validates a node definition before it enters the catalogue; all later code relies on these rules. A schema checks the
 * structure, then rules check what a schema cannot express. Config schemas and run settings are checked in separate
 * files.
 */
import {
  AnyObject,
  isDataType,
  isObject,
  issuesOf,
  type NodeDefinition,
  type PortSpec,
  summarySettings,
  Type,
  VISUAL_TYPES,
} from '@millrace/model'
import { configProblems } from './config-problems.ts'
import { runFields, runProblems } from './run-problems.ts'

const Text = Type.String({ minLength: 1 })
const Flag = Type.Optional(Type.Boolean())

const Port = Type.Object(
  {
    name: Type.Optional(Text),
    dataType: Text,
    required: Flag,
    description: Type.Optional(Type.String()),
    defaultValue: Type.Optional(Type.Any()),
    schema: Type.Optional(AnyObject),
    exposedByDefault: Flag,
    displayOrder: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)

const Summary = Type.Union([Text, Type.Object({ when: AnyObject, text: Text }, { additionalProperties: false })])

/** Closed, so that a misspelt key is reported and not ignored. */
const Definition = Type.Object(
  {
    id: Text,
    version: Text,
    name: Text,
    description: Text,
    category: Text,
    icon: Type.Optional(Text),
    color: Type.Optional(Text),
    badge: Type.Optional(Text),
    visual: Type.Optional(Type.Enum(VISUAL_TYPES)),
    alsoDrawnAs: Type.Optional(Type.Array(Type.Enum(VISUAL_TYPES))),
    tags: Type.Array(Text),
    keywords: Type.Optional(Type.Array(Text)),
    summary: Type.Optional(Type.Union([Summary, Type.Array(Summary)])),
    config: AnyObject,
    inputs: Type.Record(Port),
    outputs: Type.Record(Port),
    reserved: Type.Optional(
      Type.Object({ triggerIn: Flag, triggerOut: Flag, error: Flag }, { additionalProperties: false }),
    ),
    tool: Flag,
    annotation: Flag,
    agentspec: Type.Optional(Text),
    formats: Type.Optional(Type.Array(Text)),
    extensions: Type.Optional(AnyObject),
    ...runFields,
  },
  { additionalProperties: false },
)

/** Patterns for strings, and their error messages. */
const FORMS = [
  [
    'id',
    /^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)*$/,
    'must be lower-case letters, digits, "_" and "-", with dots between parts',
  ],
  ['version', /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.0.0'],
  ['icon', /^[a-z0-9-]+:[a-z0-9-]+$/, 'must have the form <set>:<name>, such as mdi:web'],
] as const

/** Parts that are sent to clients unchanged. */
const SERVED = ['inputs', 'outputs', 'config', 'extensions'] as const

/** All problems of a definition, each starting with its location; empty if it is valid. */
export function problemsInDefinition(value: unknown): string[] {
  if (!isObject(value)) return ['it must be an object']
  const unprintable = SERVED.filter((key) => value[key] !== undefined && !isPlainJson(value[key]))
  if (unprintable.length > 0) return unprintable.map((key) => `${key} must be plain JSON`)
  const issues = issuesOf(Definition, value)
  if (issues.length > 0) return issues.map(({ path, message }) => `${path.slice(1)} ${message}`)
  // The schema check above proved the type.
  const definition = value as unknown as NodeDefinition
  return [
    ...FORMS.filter(([key, form]) => definition[key] !== undefined && !form.test(definition[key])).map(
      ([key, , words]) => `${key} ${words}`,
    ),
    ...portProblems(definition),
    ...configProblems(definition.config),
    ...summaryProblems(definition),
    ...branchProblems(definition),
    ...runProblems(definition),
  ]
}

function summaryProblems({ summary, config }: NodeDefinition): string[] {
  if (summary === undefined) return []
  const settings = isObject(config.properties) ? config.properties : {}
  const unknown = summarySettings(summary).filter((name) => !Object.hasOwn(settings, name))
  return [...new Set(unknown)].map((name) => `summary uses the unknown setting "${name}"`)
}

const MAX_DEPTH = 100

/** Walks the value instead of serializing it, because this runs for every type at every start. */
function isPlainJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return isPlain && Object.values(value).every((item) => item === undefined || isPlainJson(item, depth + 1))
}

const PORT_ID = /^[A-Za-z_][A-Za-z0-9_-]*$/

function portProblems(definition: NodeDefinition): string[] {
  const { inputs, annotation, tool } = definition
  if (annotation && (tool || Object.values<PortSpec>(inputs).some((port) => port.required))) {
    return ['an annotation never runs, so it must not have required inputs or be a tool']
  }
  return [...sideProblems(definition, 'inputs'), ...sideProblems(definition, 'outputs')]
}

function* sideProblems(definition: NodeDefinition, side: 'inputs' | 'outputs'): Iterable<string> {
  const givenByItself = reservedPorts(definition, side)
  for (const [id, port] of Object.entries<PortSpec>(definition[side])) {
    const place = `${side}/${id}`
    if (!PORT_ID.test(id)) yield `${place} must be named by letters, digits, "_" and "-"`
    // Handles are `{node}-input-{port}`; a name that contains this would be ambiguous.
    if (/-(input|output)-/.test(id)) yield `${place} must not contain "-input-" or "-output-" in its name`
    if (!isDataType(port.dataType)) yield `${place} has the unknown data type "${port.dataType}"`
    const how = givenByItself.get(id)
    if (how !== undefined) yield `${place} is added automatically; ${how} to declare it`
    const expected = id === 'trigger' || id === 'tool' ? id : undefined
    if (expected !== undefined && port.dataType !== expected) yield `${place} must have the data type "${expected}"`
  }
}

/** Ports that a type gets automatically, and how to disable each. */
function reservedPorts({ reserved, tool }: NodeDefinition, side: 'inputs' | 'outputs'): Map<string, string> {
  const ports = new Map<string, string>()
  const triggerKey = side === 'inputs' ? 'triggerIn' : 'triggerOut'
  if (reserved?.[triggerKey] !== false) ports.set('trigger', `set reserved.${triggerKey} to false`)
  if (side === 'inputs') return ports
  if (reserved?.error !== false) ports.set('error', 'set reserved.error to false')
  if (tool) ports.set('tool', 'leave out tool')
  return ports
}

/** Each branch is an output, so its name must be unique. Names are compared like in the engine. */
function* branchProblems(definition: NodeDefinition): Iterable<string> {
  const properties = definition.config.properties
  const field = isObject(properties) ? properties.branches : undefined
  const branches = isObject(field) ? field.default : undefined
  if (!Array.isArray(branches)) return
  const place = 'config/properties/branches/default'
  const outputs = [...Object.keys(definition.outputs), ...reservedPorts(definition, 'outputs').keys()]
  const taken = new Set(outputs.map((id) => id.toLowerCase()))
  for (const [at, branch] of branches.entries()) {
    const name = isObject(branch) ? branch.name : undefined
    if (typeof name !== 'string' || name.trim() === '') {
      yield `${place}/${at} must have a name`
      continue
    }
    const key = name.trim().toLowerCase()
    if (taken.has(key)) yield `${place}/${at} has the name "${name}", which another output already has`
    taken.add(key)
  }
}
