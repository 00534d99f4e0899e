/** Node types with a tool port, and published workflows, as tools for flows. */
import { defaultsOf, isObject, type NodeDefinition, nodeTypeOf, portsOf } from '@millrace/model'
import type { StoredTrigger } from '@millrace/store'
import { parametersOf, VALUE_SCHEMAS } from '../../executions/runner/tools/tool-schema.ts'
import type { RegisteredTool } from './registered.ts'

/** Types that are useless without settings, so they are not listed as tools. */
const NOT_BY_ITSELF = new Set(['sub_workflow', 'mcp_tools'])

type Properties = NonNullable<RegisteredTool['inputs']>

/** The tool nodes of the catalogue by id. */
export function nodeTools(definitions: ReadonlyMap<string, NodeDefinition>): RegisteredTool[] {
  return [...definitions.values()]
    .filter(({ id, tool, run }) => tool === true && run !== undefined && !NOT_BY_ITSELF.has(id))
    .filter(({ id }) => !id.startsWith('agentspec.'))
    .map(nodeTool)
}

/** Types that do more than compute outputs: they start, end, repeat, wait or ask. */
const NOT_STEPS = new Set([
  ...[
    'start',
    'webhook_trigger',
    'schedule_trigger',
    'error_trigger',
    'chat_input',
    'file_input',
    'end',
    'stop',
    'chat_output',
  ],
  ...['foreach', 'while', 'delay', 'simple_agent', 'confirmation', 'choice', 'text_prompt', 'form', 'review'],
])

/**
 * The other catalogue nodes that compute outputs, and workflow calls, by id. Exported workflows refer to them; they are
 * not listed, because they are useless without settings.
 */
export function stepTools(definitions: ReadonlyMap<string, NodeDefinition>): RegisteredTool[] {
  return [...definitions.values()]
    .filter(({ id, tool, run }) => (tool !== true || NOT_BY_ITSELF.has(id)) && run !== undefined && !NOT_STEPS.has(id))
    .filter(({ id }) => !id.startsWith('agentspec.'))
    .map(nodeTool)
}

function nodeTool(definition: NodeDefinition): RegisteredTool {
  return {
    name: definition.id,
    description: definition.description,
    inputs: propertiesIn(parametersOf(definition, { config: {} })),
    outputs: outputsOf(definition),
    implementation: { kind: 'node', type: definition.id, mayRunAgain: mayRunAgain(definition) },
  }
}

function mayRunAgain({ afterCrash, config }: NodeDefinition): boolean {
  return (afterCrash?.(defaultsOf(config)) ?? 'run again') === 'run again'
}

function outputsOf(definition: NodeDefinition): Properties {
  const ports = [...portsOf(nodeTypeOf(definition), {}).outputs.values()]
  return ports
    .filter(({ dataType, id }) => dataType !== 'trigger' && dataType !== 'tool' && id !== 'error')
    .map(({ id, dataType, description }) => ({
      ...typeIn(VALUE_SCHEMAS[dataType]),
      title: id,
      ...(description === undefined ? {} : { description }),
      default: null,
    }))
}

/** The type without description. JSON outputs may be lists or null, so their type is any. */
function typeIn(schema: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { description: _, ...type } = schema
  return type.type === 'object' ? {} : type
}

/** The properties of an object schema, titled by name; optional ones have a default. */
export function propertiesIn(schema: Readonly<Record<string, unknown>>): Properties {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([title, one]) => ({
    ...(isObject(one) ? one : {}),
    title,
    ...(required.includes(title) || (isObject(one) && 'default' in one) ? {} : { default: null }),
  }))
}

/** A workflow that was published as a tool. */
export function publishedTool({ path, workflowId, settings }: StoredTrigger): RegisteredTool {
  const schema = settings.schema ? (JSON.parse(settings.schema) as Record<string, unknown>) : {}
  return {
    name: path,
    description: settings.description || `Runs the workflow "${settings.title ?? path}".`,
    inputs: propertiesIn(schema),
    outputs: [{ title: 'result' }],
    implementation: { kind: 'workflow', workflow: workflowId },
  }
}
