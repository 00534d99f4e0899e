/** The registry for steps: callable registered tools, registered agents, MCP servers. */
import {
  type AgentSpecImplementation,
  type Directory,
  type Effects,
  type HttpCall,
  isObject,
  type ModelCall,
  type ModelSettings,
  type RegisteredTool as NamedTool,
  type NodeDefinition,
  NodeFailure,
  type RunContext,
  type Tool,
  type ToolNode,
} from '@millrace/model'
import { responseDetails } from '@millrace/nodes'
import { keptNamed, type Named, namedBy } from './named-components.ts'
import type { RegisteredTool } from './registered.ts'
import type { ToolRegistry } from './registry.ts'
import { guardFor } from './secret-guard.ts'

export interface DirectoryNeeds {
  /** Used if a component has no model. */
  readonly defaultModel: ModelSettings | undefined
  readonly registry: Pick<ToolRegistry, 'tool' | 'agent'>
}

/** The node types, with the registry for the Agent Spec types. */
export function withDirectory(
  definitions: ReadonlyMap<string, NodeDefinition>,
  needs: DirectoryNeeds,
): Map<string, NodeDefinition> {
  return new Map(
    [...definitions].map(([id, definition]): [string, NodeDefinition] => {
      const { run } = definition
      if (run === undefined || !id.startsWith('agentspec.')) return [id, definition]
      const withNames = (context: RunContext) => {
        const kept = keptNamed(context.config)
        const { runFlow } = context
        const directory: RunContext['directory'] = async (names) =>
          directoryFor(kept ?? (await namedBy(names, needs.registry)), context, needs)
        const runNamed: RunContext['runFlow'] =
          runFlow && ((call) => runFlow({ ...call, ...(kept && { named: kept }) }))
        // Inherits instead of copying: the members of a context may be getters.
        return run.call(
          definition,
          Object.create(context, { directory: { value: directory }, runFlow: { value: runNamed } }),
        )
      }
      return [id, Object.freeze({ ...definition, run: withNames })]
    }),
  )
}

type Fields = Readonly<Record<string, unknown>>
type Context = Pick<RunContext, 'effects' | 'mcpTools' | 'toolsFor' | 'log' | 'say'>

const CODE_MS = 10_000
const CODE_MB = 64

/** The registered components for the step with this context. */
function directoryFor(named: Named, context: Context, { defaultModel }: DirectoryNeeds): Directory {
  // Keys of registered components must not get into the data of the flow: another node could send them anywhere.
  const guard = guardFor(named)
  const effects: Effects = {
    ...context.effects,
    http: guard.around((call: HttpCall) => context.effects.http(call)),
    models: {
      answer: guard.around((call: ModelCall) => context.effects.models.answer(call)),
      embed: (settings, texts) => context.effects.models.embed(settings, texts),
    },
  }
  const attached = attachedTools(named, context)
  return {
    tools: new Map(Object.entries(named.tools).map(([name, tool]) => [name, callable(tool, { effects, attached })])),
    agents: new Map(Object.entries(named.agents)),
    defaultModel,
    async mcpTools(transport, credential) {
      const listed = guard.around(async (config: Fields) => (await context.mcpTools?.(config)) ?? [])
      const offered = await listed(addressOf(transport, credential))
      return offered.map(({ name, description, parameters, call }) => ({
        name,
        description,
        parameters,
        call: guard.around(call),
      }))
    },
    effects,
    log: (level, message, more) => context.log(level, guard.clean(message), more && guard.clean(more)),
    say: (delta) => context.say(guard.clean(delta)),
  }
}

/** Finds the tool for a registered node or workflow by the name of the registered tool. */
type Attached = (name: string) => Promise<Tool>

function attachedTools({ tools }: Named, { toolsFor }: Context): Attached {
  const nodes = Object.values(tools).flatMap(toolNodeOf)
  let made: Promise<readonly Tool[]> | undefined
  return async (name) => {
    made ??= toolsFor?.(nodes) ?? Promise.resolve([])
    const tool = (await made).find(({ nodeId }) => nodeId === nodeIdOf(name))
    if (tool === undefined) throw new NodeFailure('UNKNOWN_TOOL', `The tool "${name}" no longer exists.`)
    return tool
  }
}

const nodeIdOf = (name: string) => `tool:${name}`

function toolNodeOf({ name, implementation }: RegisteredTool): ToolNode[] {
  const facts = { id: nodeIdOf(name), label: name }
  if (implementation.kind === 'node') return [{ ...facts, type: implementation.type, config: {}, isStep: true }]
  if (implementation.kind !== 'workflow') return []
  return [{ ...facts, type: 'sub_workflow', config: { workflow: implementation.workflow, wait: true } }]
}

interface With {
  readonly effects: Effects
  readonly attached: Attached
}

function callable(tool: RegisteredTool, { effects, attached }: With): NamedTool {
  const { name, description, inputs = [], outputs = [], requires_confirmation: asks } = tool
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputs,
    outputs,
    requiresConfirmation: asks === true,
    ...implementationOf(tool, { effects, attached }),
  }
}

function implementationOf(
  { name, implementation }: RegisteredTool,
  { effects, attached }: With,
): Pick<NamedTool, 'mayRunAgain' | 'call'> {
  switch (implementation.kind) {
    case 'code':
      return {
        mayRunAgain: async () => true,
        async call(args) {
          const call = { source: implementation.source, variables: { args }, timeoutMs: CODE_MS, memoryMb: CODE_MB }
          return (await effects.code(call)).result
        },
      }
    case 'http':
      return {
        mayRunAgain: async () => methodOf(implementation) === 'GET',
        call: (args, key) => callHttp(implementation, { name, args, key, effects }),
      }
    case 'workflow':
      return {
        // A started workflow is found again by its key.
        mayRunAgain: async () => true,
        call: async (args, key) => (await attached(name)).call(withoutNulls(args), key),
      }
    case 'node':
      return {
        mayRunAgain: async (args, settings) =>
          (await attached(name)).mayRunAgainWith?.(args, settings) ?? implementation.mayRunAgain,
        // A node accepts its settings as arguments and handles null itself.
        call: async (args, key, settings) => (await attached(name)).call(args, key, settings),
      }
  }
}

/** Null means an omitted input here, but is a value to a workflow. */
function withoutNulls(args: Fields): Fields {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

type HttpImplementation = Extract<AgentSpecImplementation, { kind: 'http' }>

function methodOf({ method }: HttpImplementation): string {
  return method ?? 'POST'
}

interface HttpUse {
  readonly name: string
  readonly args: Fields
  readonly key: string
  readonly effects: Pick<Effects, 'http'>
}

/** Arguments are sent as JSON, or in the query of a GET; the response is JSON or text. */
async function callHttp(implementation: HttpImplementation, { name, args, key, effects }: HttpUse): Promise<unknown> {
  const method = methodOf(implementation)
  const url = URL.parse(implementation.url)
  if (url === null) throw new NodeFailure('INVALID_URL', `The URL of the tool "${name}" is invalid.`)
  const isGet = method === 'GET'
  if (isGet) {
    for (const [title, value] of Object.entries(withoutNulls(args))) {
      url.searchParams.append(title, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  const response = await effects.http({
    method,
    url: url.href,
    headers: {
      'idempotency-key': key,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...implementation.headers,
    },
    ...(isGet ? {} : { body: JSON.stringify(args) }),
  })
  const { status, body } = response
  if (status < 200 || status >= 300) {
    const details = responseDetails(response)
    throw new NodeFailure('HTTP_STATUS', `The tool "${name}" failed with HTTP status ${status}.`, { details })
  }
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** An Agent Spec transport as the settings of an `mcp_tools` node. A credential replaces headers that are missing. */
function addressOf(transport: Fields, credential: string | undefined): Record<string, unknown> {
  const type = String(transport.component_type ?? transport.componentType ?? '')
  if (/stdio/i.test(type) || (typeof transport.command === 'string' && transport.url === undefined)) {
    return { transport: 'stdio', command: transport.command, args: transport.args ?? [] }
  }
  const { $component_ref: missing, ...headers }: Record<string, unknown> = {
    ...(isObject(transport.headers) ? transport.headers : {}),
    ...(isObject(transport.sensitive_headers) ? transport.sensitive_headers : {}),
  }
  if (typeof missing === 'string' && credential === undefined) {
    throw new NodeFailure('SECRET_MISSING', 'The headers of an MCP server are missing: exports do not include them.')
  }
  return {
    transport: /^sse/i.test(type) ? 'sse' : 'http',
    url: transport.url,
    headers,
    ...(credential && { credential }),
  }
}
