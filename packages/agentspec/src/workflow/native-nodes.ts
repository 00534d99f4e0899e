/**
 * Converts the node types of our catalogue to Agent Spec, one function per component type. A converter that returns
 * undefined cannot express the node, which is then reported as not mappable.
 */
import { isObject } from '@millrace/model'
import { mappingOf } from '../codec/simple-branches.ts'
import type { Fields, FlowNodeComponent, Property, SimpleBranch } from '../components.ts'
import { agent } from './agent-component.ts'
import { ownOutputs, workflowCall, workflowTool } from './call-flow.ts'
import type { CanvasNode } from './canvas.ts'
import { decision, hasSeveralWays } from './decisions.ts'
import { literalText } from './literal-text.ts'
import { millraceTool } from './millrace-tools.ts'
import { MODEL_KEYS, modelOf } from './model-component.ts'
import {
  asText,
  type Convert,
  type Converted,
  dropIdle,
  isConnected,
  keepOnly,
  type NodeContext,
  placeholder,
  propertiesOf,
  textIn,
  warnOfConfig,
} from './node-context.ts'
import { plainSchema } from './property-types.ts'

function start({ id, name, node, ...context }: NodeContext): FlowNodeComponent {
  const outputs = propertiesOf({ id, name, node, ...context }, 'outputs')
  const schema = node.config.schema
  // A workflow may be launched without inputs, unless it declares required ones.
  const needs = isObject(schema) && Array.isArray(schema.required) && schema.required.length > 0
  const open = needs ? {} : { default: {} }
  const typed = outputs.map((one) =>
    one.title === 'inputs' ? { ...(isObject(schema) ? plainSchema(schema) : {}), ...one, ...open } : one,
  )
  warnOfConfig({ id, name, node, ...context }, ['schema', 'variant'])
  return { kind: 'start', id, name, inputs: typed, outputs: typed }
}

function end(context: NodeContext): FlowNodeComponent {
  const { id, name } = context
  keepOnly(
    context,
    'inputs',
    [...context.inputs.keys()].filter((port) => isConnected(context, port, 'inputs')),
  )
  context.outputs.clear()
  const inputs = propertiesOf(context, 'inputs')
  warnOfConfig(context, [])
  return { kind: 'end', id, name, inputs, outputs: inputs }
}

/** True if the node uses what an LlmNode has no field for: history, response schema, usage and finish reason. */
function needsChatModel(context: NodeContext): boolean {
  const { responseSchema } = context.node.config
  const hasSchema = isObject(responseSchema)
    ? Object.keys(responseSchema).length > 0
    : textIn(responseSchema) !== undefined
  return (
    hasSchema ||
    isConnected(context, 'history', 'inputs') ||
    ['usage', 'finish_reason'].some((port) => isConnected(context, port, 'outputs'))
  )
}

function llm(context: NodeContext): FlowNodeComponent {
  if (needsChatModel(context)) return millraceTool(context)
  const { id, name, node } = context
  const hasSystem = isConnected(context, 'system', 'inputs')
  const { literal, inputs: added } = literalText(context)
  const system = hasSystem ? placeholder(context, 'system') : literal(textIn(node.config.systemPrompt))
  keepOnly(context, 'inputs', hasSystem ? ['message', 'system'] : ['message'])
  keepOnly(context, 'outputs', ['response'])
  const model = modelOf(node)
  warnOfConfig(context, [...MODEL_KEYS, 'systemPrompt'])
  if (system !== undefined)
    context.notes.warn(`\`${name}\`: the system prompt precedes the prompt in the official dialect`)
  return {
    kind: 'llm',
    id,
    name,
    ...(model ? { llmConfig: model } : {}),
    promptTemplate: placeholder(context, 'message'),
    ...(system === undefined ? {} : { systemPrompt: system }),
    inputs: [...propertiesOf(context, 'inputs').map(asText), ...added()],
    outputs: propertiesOf(context, 'outputs').map(asText),
  }
}

function api(context: NodeContext): FlowNodeComponent {
  const { id, name, node, notes } = context
  const { config } = node
  const has = (port: string) => isConnected(context, port, 'inputs')
  keepOnly(context, 'inputs', ['url', 'body'].filter(has))
  const hasToken = node.secrets.has('token') || (textIn(config.auth) ?? 'none') !== 'none'
  if (hasToken)
    notes.warn(`\`${name}\`: the credentials are omitted; set \`sensitive_headers\` on the runtime of the flow`)
  const outputs: Property[] = []
  for (const [port, property] of API_OUTPUTS) {
    if (port !== 'json' && !isConnected(context, port, 'outputs')) continue
    context.outputs.set(port, property.title)
    outputs.push(property)
  }
  keepOnly(
    context,
    'outputs',
    API_OUTPUTS.map(([port]) => port),
  )
  for (const port of [...context.outputs.keys()]) {
    if (!outputs.some((one) => one.title === context.outputs.get(port))) context.outputs.delete(port)
  }
  warnOfConfig(context, ['url', 'method', 'headers', 'body', 'token', 'auth'])
  const { literal, inputs: added } = literalText(context)
  const body = has('body') ? placeholder(context, 'body') : literal(config.body)
  const headers = literal(config.headers)
  return {
    kind: 'api',
    id,
    name,
    url: has('url') ? placeholder(context, 'url') : (textIn(config.url) ?? ''),
    httpMethod: textIn(config.method) ?? 'GET',
    ...(isObject(headers) && Object.keys(headers).length > 0 ? { headers } : {}),
    ...(body === undefined || body === '' ? {} : { data: body }),
    ...(hasToken ? { sensitiveHeaders: { $component_ref: `${id}.sensitive_headers` } } : {}),
    inputs: [...propertiesOf(context, 'inputs'), ...added()],
    outputs,
  }
}

/** How a response can be read: as a whole, as text, and by its status. */
const API_OUTPUTS: readonly (readonly [port: string, property: Property])[] = [
  ['json', { title: 'response' }],
  ['body', { title: 'body', type: 'string' }],
  ['status_code', { title: 'status_code', type: 'number' }],
]

function inputMessage(context: NodeContext): FlowNodeComponent {
  const { id, name, node } = context
  const [output = 'message'] = ['text', 'message'].filter((port) => context.outputs.has(port))
  const isAsked = isConnected(context, 'message', 'inputs')
  keepOnly(context, 'outputs', [output])
  keepOnly(context, 'inputs', isAsked ? ['message'] : [])
  const { literal, inputs: added } = literalText(context)
  const message = isAsked ? placeholder(context, 'message') : literal(textIn(node.config.message))
  warnOfConfig(context, ['message'])
  return {
    kind: 'input_message',
    id,
    name,
    ...(message === undefined ? {} : { message }),
    inputs: [...propertiesOf(context, 'inputs').map(asText), ...added()],
    outputs: propertiesOf(context, 'outputs').map(asText),
  }
}

function outputMessage(context: NodeContext): FlowNodeComponent {
  keepOnly(context, 'inputs', ['message'])
  keepOnly(context, 'outputs', [])
  warnOfConfig(context, [])
  const inputs = propertiesOf(context, 'inputs').map(asText)
  return {
    kind: 'output_message',
    id: context.id,
    name: context.name,
    message: placeholder(context, 'message'),
    inputs,
  }
}

/** A question to a person: message nodes if they are sufficient, else a client tool. */
function question(context: NodeContext): FlowNodeComponent | Converted {
  if (hasSeveralWays(context)) return decision(context) ?? millraceTool(context)
  return context.node.typeId === 'text_prompt' ? inputMessage(context) : millraceTool(context)
}

function flow(context: NodeContext): FlowNodeComponent | undefined {
  const { id, name, node, notes, called } = context
  const workflow = textIn(node.config.workflow)
  if (workflow === undefined) return undefined
  if (called !== undefined) return workflowCall(context, workflow, called)
  if (node.config.wait === false || isConnected(context, 'execution_id', 'outputs')) return workflowTool(context)
  dropIdle(context)
  const connected = ownOutputs(node).filter((output) => isConnected(context, output, 'outputs'))
  keepOnly(context, 'outputs', ['outputs', ...connected])
  warnOfConfig(context, ['workflow', 'wait'])
  notes.warn(
    `\`${name}\`: the workflow \`${workflow}\` is only referenced: it must be registered on the runtime of the flow`,
  )
  const inputs = propertiesOf(context, 'inputs').map(({ type: _, ...property }) => property)
  const outputs = propertiesOf(context, 'outputs')
  return { kind: 'flow', id, name, subflow: { kind: 'ref', name: workflow }, inputs, outputs }
}

/** Two branches by a comparison with one text. */
function comparison({ operator = 'equals', matchText = '' }: Fields): SimpleBranch[] | undefined {
  const [met, unmet] = ['True', 'False']
  if (operator === 'equals')
    return [
      { name: met, value: String(matchText) },
      { name: unmet, isDefault: true },
    ]
  if (operator === 'not_equals')
    return [
      { name: met, isDefault: true },
      { name: unmet, value: String(matchText) },
    ]
  return undefined
}

/** Many branches; a branch without value and condition is matched by its name. */
function cases({ branches, defaultBranch }: Fields, node: CanvasNode): SimpleBranch[] | undefined {
  const schema = node.type?.configSchema.properties
  const fallback = isObject(schema) && isObject(schema.branches) ? schema.branches.default : undefined
  const list = (Array.isArray(branches) ? branches : Array.isArray(fallback) ? fallback : []).filter(isObject)
  if (list.length === 0) return undefined
  return list.map(({ name, value, condition, isDefault, description }) => {
    const isRest = isDefault === true || name === defaultBranch
    const written = textIn(condition)?.replace(/([\w}])\s*=\s*(?=["'\w-])/g, '$1 == ')
    return {
      name: String(name),
      ...(isRest ? { isDefault: true } : {}),
      ...(value === undefined || value === '' ? (written || isRest ? {} : { value: String(name) }) : { value }),
      ...(written ? { condition: written } : {}),
      ...(textIn(description) ? { description: String(description) } : {}),
    }
  })
}

function branching(context: NodeContext): FlowNodeComponent | Converted | undefined {
  const { id, name, node, notes } = context
  const [input = 'value'] = [...context.inputs.keys()]
  const branches = node.typeId === 'if_else' ? comparison(node.config) : cases(node.config, node)
  const found = branches && mappingOf(branches)
  if (branches === undefined || found === undefined || found.problems.length > 0) return decision(context)
  if (node.config.caseSensitive !== true) {
    notes.warn(`\`${name}\`: Agent Spec compares case-sensitively, this node does not`)
  }
  keepOnly(context, 'inputs', [input])
  context.outputs.clear()
  warnOfConfig(context, ['operator', 'matchText', 'caseSensitive', 'defaultBranch'])
  const inputs = propertiesOf(context, 'inputs').map(asText)
  return { kind: 'branching', id, name, mapping: found.mapping, seedBranches: branches, inputs }
}

/** By the component type of the catalogue. Loops are missing: `fold-loops.ts` converts their bodies to flows. */
export const NATIVE: Readonly<Record<string, Convert | undefined>> = {
  start_node: start,
  end_node: end,
  llm_node: llm,
  api_node: api,
  agent_node: agent,
  tool_node: (context) => millraceTool(context),
  flow_node: flow,
  branching_node: branching,
  input_message_node: inputMessage,
  output_message_node: outputMessage,
  question,
  // Nodes that could not become properties of the start or end.
  input: (context) => millraceTool(context),
  output: (context) => millraceTool(context, [{ title: 'value' }]),
}
