/** One call of a tool, whoever makes it: a node, or an agent. */
import { isObject, NodeFailure, type Question } from '@millrace/model'
import type { ClientTool, McpTool, NameRef, Property, RemoteTool, ServerTool, Tool } from '../components.ts'
import { toolPorts } from '../ports.ts'
import { argumentsFor, resultsFor, settingsIn } from '../tool-metadata.ts'
import { textOf } from '../value-text.ts'
import { callHttp, mayBeRepeated, outputsOfAnswer, parsed } from './http-call.ts'
import type { Asker } from './passing.ts'
import { answerIn, type Run } from './run.ts'
import type { Values } from './values.ts'

/** A call at its place. `args` fit the inputs of the tool. */
export interface Calling extends Asker {
  readonly run: Run
  readonly args: Values
}

/** The tool itself, where the document only names it. */
export function toolIn(tool: Tool | NameRef, { host }: Run): Tool {
  if (tool.kind !== 'ref') return tool
  const known = host.registry.tool?.(tool.name)
  if (known !== undefined && 'kind' in known) return known
  if (known !== undefined) return { kind: 'server', id: tool.name, name: tool.name, ...known }
  throw unknownTool(tool.name)
}

function unknownTool(name: string): NodeFailure {
  return new NodeFailure('UNKNOWN_TOOL', `There is no tool "${name}" on this service.`)
}

/** What the tool gives back: the value itself, or an object with all of its outputs. */
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
      throw new NodeFailure('UNSUPPORTED_TOOL', `"${tool.name}" is a ${type}, which this service cannot call.`)
    }
  }
}

async function callServer(tool: ServerTool, { run, path, args }: Calling): Promise<unknown> {
  const { host } = run
  const known = host.serverTool(tool.functionName || tool.name) ?? host.serverTool(tool.name)
  if (known === undefined) throw unknownTool(tool.name)
  const [given, settings] = [argumentsFor(tool, args), settingsIn(tool)]
  await run.begin(path, (await known.mayRunAgainWith?.(given, settings)) ?? known.mayRunAgain)
  return resultsFor(tool, await known.call(given, run.keyOf(path), settings))
}

async function callRemote(tool: RemoteTool, { run, path, args }: Calling): Promise<unknown> {
  await run.begin(path, mayBeRepeated(tool))
  const answer = await callHttp(tool, args, { host: run.host, name: tool.name, key: run.keyOf(path) })
  const outputs = toolPorts(tool)?.outputs ?? []
  const [only, ...others] = outputs
  const found = outputsOfAnswer(answer, outputs)
  // One output may be the whole of the answer.
  return only !== undefined && others.length === 0 && !Object.hasOwn(found, only.title) ? parsed(answer.body) : found
}

async function callMcp({ name, clientTransport }: McpTool, { run, path, args }: Calling): Promise<unknown> {
  if (!clientTransport) throw new NodeFailure('UNSUPPORTED_TOOL', `"${name}" does not say where its MCP server is.`)
  const tool = (await run.host.mcpTools(clientTransport)).find((one) => one.name === name)
  if (tool === undefined) throw new NodeFailure('UNKNOWN_TOOL', `The MCP server has no tool "${name}".`)
  await run.begin(path, false)
  return tool.call(args)
}

const MAX_SHOWN = 2000

function shown(args: Values): string {
  const text = JSON.stringify(args)
  if (text === '{}') return 'without arguments'
  return `with ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text}`
}

/** May it be called? A refusal is a failure, and the call is not made. */
function confirm(tool: Tool, { run, path, trail, args }: Calling): void {
  const question: Question = {
    type: 'confirmation',
    config: {
      message: `May the tool "${tool.name}" be used ${shown(args)}?`,
      confirm_label: 'Allow',
      cancel_label: 'Refuse',
    },
    allowCancel: true,
  }
  const reply = run.ask({ path: `${path}?`, trail }, question)
  if (reply.status === 'answered' && reply.value === true) return
  const why = reply.status === 'expired' ? 'Nobody allowed this call in time.' : 'A person refused this call.'
  throw new NodeFailure('NOT_ALLOWED', `${why} It was not made.`)
}

/** The caller runs the tool: what it is to be run with is shown, and what came of it is asked for. */
function callClient(tool: ClientTool, { run, path, trail, args }: Calling): unknown {
  const outputs = tool.outputs ?? []
  const [only, ...others] = outputs
  const what = `Run "${tool.name}" ${shown(args)} and give its result.`
  const message = tool.description ? `${what}\n\n${tool.description}` : what
  const reply = run.ask({ path, trail }, questionFor({ message, outputs }))
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
