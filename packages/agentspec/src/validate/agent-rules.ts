/** Rules for agents, tools, model configurations and HTTP calls anywhere in a document. */
import { isObject } from '@millrace/model'
import type { Agentic, AnyComponent, Fields, HttpFields, LlmConfig, NameRef, Tool } from '../components.ts'
import { quoted } from '../notes.ts'
import { placeholdersIn } from '../templates.ts'
import { propertyRules } from './property-rules.ts'
import { type RuleContext, refuse } from './rule-context.ts'

/** Checks a component below a flow that is neither a flow nor a node. */
export function agentRules(one: AnyComponent, ruling: RuleContext): void {
  const here = `${TYPE_NAMES[one.kind] ?? one.kind} ${quoted(one.name)}`
  switch (one.kind) {
    case 'agent':
      // An AgentNode has the same kind; its own rules apply.
      if ('agent' in one) return
      propertyRules(one.outputs, `${here} ${quoted('outputs')}`, ruling)
      llmRefRules(one.llmConfig, here, ruling)
      for (const tool of one.tools ?? []) toolRules(tool, `${here} ${quoted('tools')}`, ruling)
      for (const box of one.toolboxes ?? []) transportRules(box.client_transport, here, ruling)
      return
    case 'swarm':
      if (one.relationships.length === 0) refuse(ruling, 'rules', `${here}: ${quoted('relationships')} is empty`)
      if (one.relationships.some((pair) => pair.length !== 2)) {
        refuse(ruling, 'rules', `${here}: ${quoted('relationships')} must be pairs of a caller and a recipient`)
      }
      if (typeof one.handoff === 'string' && !['never', 'optional', 'always'].includes(one.handoff)) {
        refuse(ruling, 'rules', `${here}: ${quoted('handoff')} must be never, optional or always`)
      }
      return
    case 'manager_workers':
      if (one.workers.length === 0) refuse(ruling, 'rules', `${here}: ${quoted('workers')} is empty`)
      if (one.workers.includes(one.groupManager))
        refuse(ruling, 'rules', `${here}: the manager is among its ${quoted('workers')}`)
      return
    case 'remote':
      return httpRules(one, here, ruling)
    case 'mcp':
      return transportRules(one.clientTransport, here, ruling)
    case 'specialization':
      for (const tool of one.additionalTools ?? []) toolRules(tool, `${here} ${quoted('additional_tools')}`, ruling)
      return
    default:
      return
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  agent: 'Agent',
  swarm: 'Swarm',
  manager_workers: 'ManagerWorkers',
  remote: 'RemoteTool',
  mcp: 'MCPTool',
  specialization: 'AgentSpecializationParameters',
}

export function agentRefRules(agent: Agentic | NameRef, where: string, { notes, registry }: RuleContext): void {
  if (agent.kind === 'unknown') notes.error(`${where}: component type ${quoted(agent.componentType)} is not supported`)
  if (agent.kind !== 'ref') return
  if (agent.name === '') notes.error(`${where} is missing`)
  else if (registry.agent !== undefined && registry.agent(agent.name) === undefined) {
    notes.error(`${where}: agent ${quoted(agent.name)} is not registered`)
  }
}

export function llmRefRules(
  llm: LlmConfig | NameRef | null | undefined,
  where: string,
  { notes, registry }: RuleContext,
): void {
  if (llm?.kind !== 'ref' || registry.llm === undefined || registry.llm(llm.name) !== undefined) return
  notes.error(`${where} ${quoted('llm_config')}: model configuration ${quoted(llm.name)} is unknown`)
}

export function toolRules(tool: Tool | NameRef, where: string, ruling: RuleContext): void {
  const { notes, registry } = ruling
  if (tool.kind === 'unknown') {
    notes.error(`${where}: component type ${quoted(tool.componentType)} is unknown, so it cannot run`)
    return
  }
  if (tool.kind === 'ref' && tool.name === '') notes.error(`${where} is missing`)
  else if ((tool.kind === 'ref' || tool.kind === 'server') && registry.tool !== undefined) {
    if (registry.tool(tool.name) === undefined) notes.error(`${where}: tool ${quoted(tool.name)} is not registered`)
  }
  if (tool.kind === 'ref') return
  propertyRules(tool.inputs, `Tool ${quoted(tool.name)} ${quoted('inputs')}`, ruling)
  propertyRules(tool.outputs, `Tool ${quoted(tool.name)} ${quoted('outputs')}`, ruling)
}

export function httpRules(call: HttpFields, here: string, { notes }: RuleContext): void {
  if (call.url === '') notes.error(`${here}: ${quoted('url')} is missing`)
  for (const key of sharedKeys(call.headers, call.sensitiveHeaders)) {
    notes.error(`${here}: ${quoted('headers')} and ${quoted('sensitive_headers')} both have ${quoted(key)}`)
  }
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(call.url)?.[0] ?? call.url
  if (placeholdersIn(origin).length > 0 && !call.urlAllowList?.length) {
    notes.warn(`${here}: ${quoted('url')} has a placeholder in its host, but there is no ${quoted('url_allow_list')}`)
  }
  retryRules(call.retryPolicy, here, { notes })
}

function retryRules(policy: Fields | null | undefined, here: string, { notes }: Pick<RuleContext, 'notes'>): void {
  if (!isObject(policy)) return
  const { initial_retry_delay: first, max_retry_delay: most } = policy
  if (typeof first === 'number' && typeof most === 'number' && first > most) {
    notes.error(`${here} ${quoted('retry_policy')}: the initial delay is longer than the maximum delay`)
  }
}

function transportRules(transport: unknown, here: string, { notes }: RuleContext): void {
  if (isObject(transport) && transport.component_type === 'StdioTransport') {
    notes.error(`${here}: StdioTransport starts programs on the server and is not allowed`)
  }
}

/** Keys that two header maps share, ignoring case. */
function sharedKeys(a: unknown, b: unknown): string[] {
  if (!isObject(a) || !isObject(b)) return []
  const names = new Set(Object.keys(b).map((key) => key.toLowerCase()))
  return Object.keys(a).filter((key) => key !== '$component_ref' && names.has(key.toLowerCase()))
}
