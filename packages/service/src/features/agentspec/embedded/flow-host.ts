/** What a flow needs of the world, made of what a step of the engine is handed. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Fields, type Host, type HostTool, modelSettingsOf, type OfferedTool } from '@millrace/agentspec'
import {
  type HttpCall,
  isObject,
  type ModelCall,
  type ModelSettings,
  NodeFailure,
  type RunContext,
  type Tool,
} from '@millrace/model'
import type { RemoteTool } from '../../../running/tools/tool-box.ts'
import type { Implementation, RegisteredTool } from '../registry/registered.ts'
import { toolIdOf, workflowIdOf } from './flow-record.ts'
import { type Named, registryOf } from './names-in.ts'
import { guardFor } from './secret-guard.ts'

export interface FlowHostNeeds {
  readonly mcpTools: (config: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<readonly RemoteTool[]>
  /** Asked where a flow does not say which model it wants. */
  readonly defaultModel: ModelSettings | undefined
}

type Context = Pick<
  RunContext,
  'notes' | 'note' | 'replies' | 'signal' | 'idempotencyKey' | 'effects' | 'tools' | 'log' | 'say'
>

const CODE_MS = 10_000
const CODE_MB = 64

export function flowHost(context: Context, named: Named, { mcpTools, defaultModel }: FlowHostNeeds): Host {
  const { signal } = context
  // No key of a registered component gets into the data of the flow: another node could send it anywhere.
  const guard = guardFor(named)
  const { effects } = context
  const http = guard.around((call: HttpCall) => effects.http(call))
  const answer = guard.around((call: ModelCall) => effects.models.answer(call))
  let attached: Promise<readonly Tool[]> | undefined
  const attachedTo = async (id: string): Promise<Tool> => {
    attached ??= context.tools()
    const tool = (await attached).find(({ nodeId }) => nodeId === id)
    if (tool === undefined) throw new NodeFailure('UNKNOWN_TOOL', 'The tool is no longer there.')
    return tool
  }
  const attachedTool = (id: string, mayRunAgain: boolean): HostTool => ({
    mayRunAgain,
    call: async (args, key) => (await attachedTo(id)).call(withoutNulls(args), key),
  })
  /** A node of the catalogue: it takes its settings as arguments, and knows what null means to it. */
  const stepTool = (id: string, mayRunAgain: boolean): HostTool => ({
    mayRunAgain,
    mayRunAgainWith: async (args, settings) => (await attachedTo(id)).mayRunAgainWith?.(args, settings) ?? mayRunAgain,
    call: async (args, key, settings) => (await attachedTo(id)).call(args, key, settings),
  })
  return {
    notes: context.notes,
    note: context.note,
    replies: context.replies,
    signal,
    idempotencyKey: context.idempotencyKey,
    registry: registryOf(named),
    now: () => effects.now(),
    wait: (ms) => wait(ms, undefined, { signal }),
    model(config, call) {
      const settings = config === undefined ? defaultModel : modelSettingsOf(config)
      if (settings !== undefined) return answer({ ...call, settings })
      throw new NodeFailure(
        'MODEL_SETTINGS_INVALID',
        'The flow names no model, and the service has none to ask instead.',
      )
    },
    http,
    serverTool(name) {
      const tool = Object.hasOwn(named.tools, name) ? named.tools[name] : undefined
      return tool === undefined
        ? undefined
        : toolFor(tool, { http, code: (call) => effects.code(call), attachedTool, stepTool })
    },
    workflow: (name) => attachedTool(workflowIdOf(name), true),
    async mcpTools(transport) {
      const offered = await guard.around(mcpTools)(addressOf(transport), signal)
      return offered.map((tool): OfferedTool => ({ ...factsOf(tool), call: guard.around(tool.call) }))
    },
    log: (level, message) => context.log(level, guard.clean(message)),
    say: (delta) => context.say(guard.clean(delta)),
  }
}

/** What was left out stands as null in a flow, and means something else to a node. */
function withoutNulls(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

interface With {
  readonly http: Host['http']
  readonly code: Context['effects']['code']
  readonly attachedTool: (id: string, mayRunAgain: boolean) => HostTool
  readonly stepTool: (id: string, mayRunAgain: boolean) => HostTool
}

function toolFor({ name, implementation }: RegisteredTool, { http, code, attachedTool, stepTool }: With): HostTool {
  switch (implementation.kind) {
    case 'code':
      return {
        mayRunAgain: true,
        async call(args) {
          const call = { source: implementation.source, variables: { args }, timeoutMs: CODE_MS, memoryMb: CODE_MB }
          return (await code(call)).result
        },
      }
    case 'http':
      return {
        mayRunAgain: methodOf(implementation) === 'GET',
        call: (args, key) => callHttp(implementation, { name, args, key, http }),
      }
    case 'workflow':
      // What was started is found again by its key.
      return attachedTool(toolIdOf(name), true)
    case 'node':
      return stepTool(toolIdOf(name), implementation.mayRunAgain)
  }
}

type HttpImplementation = Extract<Implementation, { kind: 'http' }>

function methodOf({ method }: HttpImplementation): string {
  return method ?? 'POST'
}

interface HttpUse {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly key: string
  readonly http: Host['http']
}

/** Arguments go as JSON, or into the query of a GET; what comes back is JSON or text. */
async function callHttp(implementation: HttpImplementation, { name, args, key, http }: HttpUse): Promise<unknown> {
  const method = methodOf(implementation)
  const url = URL.parse(implementation.url)
  if (url === null) throw new NodeFailure('INVALID_URL', `The address of the tool "${name}" is no URL.`)
  const isGet = method === 'GET'
  if (isGet) {
    for (const [title, value] of Object.entries(withoutNulls(args))) {
      url.searchParams.append(title, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  const { status, body } = await http({
    method,
    url: url.href,
    headers: {
      'idempotency-key': key,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...implementation.headers,
    },
    ...(isGet ? {} : { body: JSON.stringify(args) }),
  })
  if (status < 200 || status >= 300)
    throw new NodeFailure('HTTP_STATUS', `The tool "${name}" was answered with the status ${status}.`)
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** A transport of Agent Spec as the settings of an `mcp_tools` node. */
function addressOf(transport: Fields): Record<string, unknown> {
  const type = String(transport.component_type ?? transport.componentType ?? '')
  if (/stdio/i.test(type) || (typeof transport.command === 'string' && transport.url === undefined)) {
    return { transport: 'stdio', command: transport.command, args: transport.args ?? [] }
  }
  const headers = {
    ...(isObject(transport.headers) ? transport.headers : {}),
    ...(isObject(transport.sensitive_headers) ? transport.sensitive_headers : {}),
  }
  if (typeof headers.$component_ref === 'string') {
    throw new NodeFailure('SECRET_MISSING', 'The headers of an MCP server were left out of the document.')
  }
  return { transport: /^sse/i.test(type) ? 'sse' : 'http', url: transport.url, headers }
}

function factsOf({ name, description, parameters }: RemoteTool): Omit<OfferedTool, 'call'> {
  return { name, description, parameters }
}
