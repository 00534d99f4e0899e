/** A model response in an agent run as it is noted, with the decision about each of its tool calls. */
import {
  type Issue,
  isObject,
  type ModelAnswer,
  type ModelCall,
  type RunContext,
  type Schema,
  schemaProblems,
  type Tool,
  type ToolCall,
  type Usage,
} from '@millrace/model'
import { issuesBy } from '../../running/schema-check.ts'
import { shortText } from './truncate.ts'

/** Why a call is not executed, or how it failed. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

/**
 * A tool call with the decision made when the response arrived. It is final: the tools may differ when the step runs
 * again.
 */
export interface PlannedCall extends ToolCall {
  readonly refusal?: Refusal
  /** A person has to approve it. */
  readonly asks?: true
}

export interface Turn {
  readonly text: string
  readonly toolCalls: readonly PlannedCall[]
  readonly usage: Usage
  readonly finishReason: string
  /** Idempotency key of the attempt that requested the response; its calls keep this key in later attempts. */
  readonly key: string
}

export interface Planning {
  readonly tools: readonly Tool[]
  readonly needsApproval: (tool: Tool) => boolean
  /** True to validate arguments against the tool's schema; if false, the tool casts and rejects them itself. */
  readonly checksArguments?: boolean
  /** Logs warnings about a new response. */
  readonly remark?: (turn: Turn) => void | Promise<void>
}

type Checking = Planning & Pick<RunContext, 'effects' | 'log'>

const MAX_CALLS_A_TURN = 50
/** Calls that are not executed are kept up to this number, so that the model learns why. */
const MAX_CALLS_KEPT = 200
const MAX_ISSUES_TOLD = 10
const MAX_DEPTH = 100
export const TURN_NOTE = 'turn:'
/** Maximum length of arguments and results in the log. */
export const MAX_LOGGED = 500

type Context = Pick<RunContext, 'effects' | 'note' | 'notes' | 'idempotencyKey' | 'log'>

/**
 * Returns the response noted under the key. Without one it calls the model and persists the response and its log lines
 * before it resolves.
 */
export async function turnAt(context: Context, key: string, call: ModelCall, planning: Planning): Promise<Turn> {
  const noted = context.notes[key]
  if (isTurn(noted)) return noted
  const answer = await context.effects.models.answer(call)
  const turn: Turn = {
    text: answer.text,
    toolCalls: await plannedCalls(answer, key, { ...planning, effects: context.effects, log: context.log }),
    usage: answer.usage,
    finishReason: answer.finishReason,
    key: context.idempotencyKey,
  }
  await planning.remark?.(turn)
  logRefusals(turn, answer.toolCalls.length, context.log)
  await context.note(key, turn)
  return turn
}

function isTurn(value: unknown): value is Turn {
  return isObject(value) && typeof value.text === 'string' && Array.isArray(value.toolCalls)
}

async function plannedCalls({ toolCalls }: ModelAnswer, turn: string, by: Checking): Promise<PlannedCall[]> {
  logUnchecked(toolCalls, by)
  const planned: PlannedCall[] = []
  const taken = new Set<string>()
  for (const [at, { id, name, args }] of toolCalls.slice(0, MAX_CALLS_KEPT).entries()) {
    // Small models return missing or duplicate ids, but results are matched by id.
    const isTooDeep = isDeeper(args, MAX_DEPTH)
    // Arguments nested this deeply could not be persisted.
    const call = { id: freeId(id, `${turn}:${at}`, taken), name, args: isTooDeep ? {} : args }
    taken.add(call.id)
    if (isTooDeep) planned.push({ ...call, refusal: TOO_DEEP })
    else planned.push({ ...call, ...(at < MAX_CALLS_A_TURN ? await decisionOn(call, by) : TOO_MANY) })
  }
  return planned
}

function freeId(id: string, ours: string, taken: ReadonlySet<string>): string {
  if (id !== '' && !taken.has(id)) return id
  let free = ours
  while (taken.has(free)) free += "'"
  return free
}

/** Calls that will not be executed are logged with their response; the others when they start and end. */
function logRefusals({ toolCalls }: Turn, wanted: number, log: RunContext['log']): void {
  for (const { name, args, refusal } of toolCalls.slice(0, MAX_CALLS_A_TURN)) {
    if (refusal !== undefined) logRefused({ name, args, refusal }, log)
  }
  const more = wanted - MAX_CALLS_A_TURN
  if (more > 0) log('warning', `The model requested ${wanted} calls in one turn; ${more} of them are not executed.`)
}

/** Logs a call that is not executed as a failed call. */
export function logRefused(
  { name, args, refusal }: Pick<Required<PlannedCall>, 'name' | 'args' | 'refusal'>,
  log: RunContext['log'],
): void {
  log('info', `Calling ${name}: ${shortText(args, MAX_LOGGED)}`)
  log('warning', `${name} failed (${refusal.code}): ${shortText(refusal.message, MAX_LOGGED)}`)
}

const TOO_DEEP: Refusal = {
  code: 'BAD_ARGUMENTS',
  message: `The arguments are nested too deeply (limit: ${MAX_DEPTH} levels).`,
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1))
}

const TOO_MANY = {
  refusal: { code: 'TOO_MANY_CALLS', message: `At most ${MAX_CALLS_A_TURN} calls are executed per turn.` },
}

async function decisionOn({ name, args }: ToolCall, by: Checking) {
  const tool = by.tools.find((one) => one.name === name)
  if (tool === undefined) return { refusal: unknownTool(name, by.tools) }
  const message = Object.hasOwn(args, '_raw')
    ? 'The arguments are not valid JSON.'
    : await argumentErrors(tool, args, by)
  if (message !== undefined) return { refusal: { code: 'BAD_ARGUMENTS', message } }
  return by.needsApproval(tool) ? ({ asks: true } as const) : {}
}

export function unknownTool(name: string, tools: readonly Tool[]): Refusal {
  const known =
    tools.length === 0 ? 'No tools are available.' : `Available tools: ${tools.map((tool) => tool.name).join(', ')}.`
  return { code: 'UNKNOWN_TOOL', message: `Unknown tool "${name}". ${known}` }
}

/**
 * Logs keywords that the checker does not support. They are ignored only in schemas of foreign tools, whose servers check
 * the arguments themselves; a workflow with such a schema is refused when it is compiled.
 */
function logUnchecked(toolCalls: ModelAnswer['toolCalls'], { tools, log, checksArguments = true }: Checking): void {
  const called = new Set(toolCalls.map(({ name }) => name))
  for (const { name, parameters } of checksArguments ? tools : []) {
    const [problem] = called.has(name) ? schemaProblems(parameters) : []
    if (problem === undefined) continue
    const { path, message } = problem
    log('warning', `The schema of ${name} ${message} (at "${path || '/'}"). Only the tool checks this.`)
  }
}

/** Validates the arguments against the tool's schema. If that fails, the tool itself has to reject them. */
async function argumentErrors(
  { name, parameters }: Tool,
  args: ToolCall['args'],
  { effects, log, checksArguments = true }: Checking,
): Promise<string | undefined> {
  if (!isObject(args)) return 'The arguments must be an object.'
  if (!checksArguments) return undefined
  let issues: readonly Issue[]
  try {
    issues = (await issuesBy(parameters as Schema, args, effects)).slice(0, MAX_ISSUES_TOLD)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log('warning', `The arguments of ${name} cannot be checked here: ${shortText(why, MAX_LOGGED)}`)
    return undefined
  }
  if (issues.length === 0) return undefined
  return `Invalid arguments: ${issues.map(({ path, message }) => `"${path || '/'}" ${message}`).join('; ')}.`
}
