/** An MCP server for one request: the tools that its caller may use. */
import { type Permission, Problem } from '@millrace/model'
import { mayHaveWritten, StoreUnavailable, writeScope } from '@millrace/store'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { RouteRequest } from '../http/define-route.ts'
import type { Caller } from '../platform/caller.ts'
import { forbidden, projectsWith, requireIn } from '../platform/project-access.ts'
import { VERSION } from '../platform/version.ts'
import { OWN_TOOLS } from './own-tools.ts'
import { type Outcome, type PublishedTool, publishedPage, usePublished } from './published-tools.ts'
import type { McpServices } from './services.ts'
import type { Arguments, OwnTool, ToolUse } from './tool.ts'

const INSTRUCTIONS =
  'Workflows that can be run as tools. Published workflows are tools under their tool name; all others are ' +
  'found with list_workflows, described by describe_workflow and started with run_workflow. A run that takes long, or ' +
  'asks a person, goes on by itself: look at it with get_execution, answer what it asks with answer_question.'

/** The parts of a request that tools use. */
export type ToolCaller = Pick<RouteRequest, 'caller' | 'recordChange' | 'concerns'>

export function createToolServer({ caller, recordChange, concerns }: ToolCaller, services: McpServices): Server {
  const options = { capabilities: { tools: {} }, instructions: INSTRUCTIONS }
  const server = new Server({ name: 'millrace', title: 'Millrace', version: VERSION }, options)
  server.onerror = ({ message }) => services.log.debug({ message }, 'an MCP exchange went wrong')

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const offset = offsetOf(params?.cursor)
    const own = offset === 0 ? OWN_TOOLS.filter(({ access }) => mayUse(caller, access)).map(ownRecord) : []
    if (!mayUse(caller, 'run')) return { tools: own }
    const { tools, next } = await publishedPage(offset, services.store.triggers, projectsWith(caller, 'run'))
    const more = next === undefined ? {} : { nextCursor: String(next) }
    return { tools: [...own, ...tools.map(publishedRecord)], ...more }
  })

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const token = extra._meta?.progressToken
    const use: ToolUse = {
      services,
      caller,
      recordChange,
      concerns,
      signal: extra.signal,
      progress(percent) {
        if (token === undefined) return
        const told = { progressToken: token, progress: percent, total: 100 }
        extra.sendNotification({ method: 'notifications/progress', params: told }).catch(() => {})
      },
    }
    const outcome = await outcomeOf(params.name, params.arguments ?? {}, use)
    if (outcome === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`)
    return resultOf(outcome)
  })
  return server
}

async function outcomeOf(name: string, args: Arguments, use: ToolUse): Promise<Outcome | undefined> {
  // Of its own: the reply is a stream, which is sent after the handler of the request has returned.
  const writes = { hasWritten: false }
  try {
    return await writeScope.run(writes, () => used(name, args, use))
  } catch (error) {
    const problem = mayHaveWritten(error, writes) ? new Problem('OUTCOME_UNKNOWN') : error
    return { isError: true, value: refusalOf(problem, name, use.services) }
  }
}

async function used(name: string, args: Arguments, use: ToolUse): Promise<Outcome | undefined> {
  const own = OWN_TOOLS.find((tool) => tool.name === name)
  const needed = own?.access ?? 'run'
  if (!mayUse(use.caller, needed)) throw forbidden(needed)
  if (own === undefined) return await usePublished(name, args, use)
  const caller = await callerFor(own, args, use)
  return { isError: false, value: await own.use(args, { ...use, caller }) }
}

/** Whether the caller may use a tool in some project. */
function mayUse(caller: Caller, permission: Permission): boolean {
  return projectsWith(caller, permission)?.length !== 0
}

/** The caller in the project of what the tool is about. */
async function callerFor({ about, access }: OwnTool, args: Arguments, { caller, services }: ToolUse): Promise<Caller> {
  const id = about === undefined ? undefined : args[about.argument]
  if (caller.projects === undefined || about === undefined || typeof id !== 'string') return caller
  return requireIn(caller, await services.projects.projectOf({ kind: about.kind, id }), access)
}

/** Logs an unexpected error and hides its details from the caller. */
function refusalOf(error: unknown, tool: string, { log }: McpServices): Record<string, unknown> {
  if (error instanceof StoreUnavailable) return { error: error.message, code: error.code }
  if (!(error instanceof Problem)) {
    log.error({ tool, err: error }, 'a tool failed')
    return { error: 'Internal server error. See the log of the service.', code: 'INTERNAL_ERROR' }
  }
  const { message, code, details } = error
  return { error: message, code, ...(details.length === 0 ? {} : { details }) }
}

/** The result as structured content, and as text for clients that support only text. */
function resultOf({ isError, value }: Outcome): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError }
}

function ownRecord({ name, title, description, parameters, ...facts }: OwnTool): Tool {
  const annotations = {
    title,
    readOnlyHint: facts.isReadOnly === true,
    destructiveHint: facts.isDestructive === true,
    openWorldHint: false,
  }
  return { name, title, description, inputSchema: parameters as unknown as Tool['inputSchema'], annotations }
}

function publishedRecord({ name, title, description, parameters }: PublishedTool): Tool {
  return { name, title, description, inputSchema: parameters as Tool['inputSchema'] }
}

function offsetOf(cursor = '0'): number {
  if (!/^\d{1,12}$/.test(cursor)) throw new McpError(ErrorCode.InvalidParams, 'Invalid cursor.')
  return Number(cursor)
}
