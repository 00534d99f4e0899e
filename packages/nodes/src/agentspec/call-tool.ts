/** A tool call by a tool node or an agent. */
import {
  argumentsFor,
  type ClientTool,
  type McpTool,
  type NameRef,
  type Property,
  type Registry,
  type RemoteTool,
  resultsFor,
  type ServerTool,
  settingsIn,
  type Tool,
  textOf,
  toolPorts,
  type Values,
} from '@millrace/agentspec'
import { cutText, isObject, NodeFailure, type Question } from '@millrace/model'
import { jsonOrText } from '../http/outcome.ts'
import { callHttp, mayBeRepeated, outputsOfAnswer } from './http-call.ts'
import type { Step } from './step.ts'
import { answerIn } from './step-record.ts'

/** A call and its path within the step. `args` match the inputs of the tool. */
export interface Calling extends Pick<Step, 'directory' | 'record' | 'context' | 'credentials'> {
  readonly path: string
  readonly args: Values
}

/** Resolves a reference to the tool component. */
export function toolIn(tool: Tool | NameRef, registry: Registry): Tool {
  if (tool.kind !== 'ref') return tool
  const known = registry.tool?.(tool.name)
  if (known === undefined) throw unknownTool(tool.name)
  return 'kind' in known ? known : { kind: 'server', id: tool.name, name: tool.name, ...known }
}

function unknownTool(name: string): NodeFailure {
  return new NodeFailure('UNKNOWN_TOOL', `The tool "${name}" is not registered on this service.`)
}

/** Returns the tool's result: a value, or an object with all of its outputs. */
export async function callTool(tool: Tool, calling: Calling): Promise<unknown> {
  if ('requiresConfirmation' in tool && tool.requiresConfirmation) confirm(tool, calling)
  switch (tool.kind) {
    case 'server':
      return callServer(tool, calling)
    case 'client':
      return callClient(tool, calling)
    case 'remote':
      return callRemote(tool, calling)
    case 'mcp':
      return callMcp(tool, calling)
    default: {
      const type = tool.kind === 'unknown' ? tool.componentType : 'BuiltinTool'
      throw new NodeFailure('UNSUPPORTED_TOOL', `"${tool.name}" is a ${type}, which this service does not support.`)
    }
  }
}

async function callServer(tool: ServerTool, { directory, record, path, args }: Calling): Promise<unknown> {
  const known = directory.tools.get(tool.functionName || tool.name) ?? directory.tools.get(tool.name)
  if (known === undefined) throw unknownTool(tool.name)
  const given = argumentsFor(tool, args)
  const settings = settingsIn(tool)
  await record.begin(path, await known.mayRunAgain(given, settings))
  return resultsFor(tool, await known.call(given, record.keyOf(path), settings))
}

async function callRemote(tool: RemoteTool, calling: Calling): Promise<unknown> {
  const { directory, record, path, args, context, credentials } = calling
  await record.begin(path, mayBeRepeated(tool))
  const { effects } = directory
  const answer = await callHttp(tool, args, {
    http: (call) => effects.http(call),
    signal: context.signal,
    name: tool.name,
    key: record.keyOf(path),
    credential: credentials[tool.id],
  })
  const outputs = toolPorts(tool)?.outputs ?? []
  const [only, ...others] = outputs
  const found = outputsOfAnswer(answer, outputs)
  // A single output may be the whole response.
  const isWhole = only !== undefined && others.length === 0 && !Object.hasOwn(found, only.title)
  return isWhole ? jsonOrText(answer.body) : found
}

async function callMcp(
  { name, clientTransport }: McpTool,
  { directory, record, path, args, credentials }: Calling,
): Promise<unknown> {
  if (!clientTransport) throw new NodeFailure('UNSUPPORTED_TOOL', `"${name}" has no client_transport.`)
  const tool = (await directory.mcpTools(clientTransport, credentials[String(clientTransport.id)])).find(
    (one) => one.name === name,
  )
  if (tool === undefined) throw new NodeFailure('UNKNOWN_TOOL', `The MCP server has no tool "${name}".`)
  await record.begin(path, false)
  return tool.call(args)
}

const MAX_SHOWN = 2000

function shown(args: Values): string {
  const text = JSON.stringify(args)
  if (text === '{}') return 'without arguments'
  return `with ${cutText(text, MAX_SHOWN)}`
}

/** Asks a person to allow the call; throws if they refuse. */
function confirm(tool: Tool, { record, path, args }: Calling): void {
  const question: Question = {
    type: 'confirmation',
    config: {
      message: `Allow the tool "${tool.name}" to be called ${shown(args)}?`,
      confirm_label: 'Allow',
      cancel_label: 'Refuse',
    },
    allowCancel: true,
  }
  const reply = record.ask(`${path}?`, question)
  if (reply.status === 'answered' && reply.value === true) return
  const why = reply.status === 'expired' ? 'This call was not approved in time.' : 'A person rejected this call.'
  throw new NodeFailure('NOT_ALLOWED', `${why} It was not executed.`)
}

/** The user runs a client tool: the question shows its arguments and asks for its result. */
function callClient(tool: ClientTool, { record, path, args }: Calling): unknown {
  const outputs = tool.outputs ?? []
  const [only, ...others] = outputs
  const what = `Run "${tool.name}" ${shown(args)} and enter its result.`
  const message = tool.description ? `${what}\n\n${tool.description}` : what
  const reply = record.ask(path, questionFor({ message, outputs }))
  const value = answerIn(reply)
  if (only === undefined) {
    if (value !== true) throw new NodeFailure('TOOL_FAILED', `The tool "${tool.name}" was not run.`)
    return {}
  }
  if (others.length === 0 && isPlainText(only)) return textOf(value)
  const fields = isObject(value) ? value : {}
  return others.length === 0 ? fields[only.title] : fields
}

function questionFor({ message, outputs }: { message: string; outputs: readonly Property[] }): Question {
  const [only, ...others] = outputs
  if (only === undefined) {
    const config = { message, confirm_label: 'Done', cancel_label: 'Failed' }
    return { type: 'confirmation', config, allowCancel: true }
  }
  if (others.length === 0 && isPlainText(only)) {
    return { type: 'text', config: { message, multiline: true }, allowCancel: true }
  }
  const schema = {
    type: 'object',
    properties: Object.fromEntries(outputs.map((one) => [one.title, one])),
    required: outputs.filter((one) => one.default === undefined).map(({ title }) => title),
  }
  return { type: 'form', config: { message, schema }, allowCancel: true }
}

function isPlainText({ type, enum: values }: Property): boolean {
  return type === 'string' && values === undefined
}
