/** One answer of the model to an agent, as it is noted, with what was decided about each call that the model wants. */
import {
  type Effects,
  type Issue,
  isObject,
  type ModelAnswer,
  type ModelCall,
  type RunContext,
  type Schema,
  type Tool,
  type ToolCall,
  type Usage,
} from '@millrace/model'
import { issuesBy } from '../../running/checkable-schema.ts'
import { shortly } from './shortly.ts'

/** Why a call is not made, or how it failed. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

/** Decided when the answer arrives and never again: the tools may have changed when a run is taken up later. */
export interface PlannedCall extends ToolCall {
  readonly refusal?: Refusal
  /** A person has to allow it. */
  readonly asks?: true
}

export interface Turn {
  readonly text: string
  readonly toolCalls: readonly PlannedCall[]
  readonly usage: Usage
  readonly finishReason: string
  /** Of the attempt in which it was asked for; its calls keep the key of that attempt in later ones. */
  readonly key: string
}

export interface Planning {
  readonly tools: readonly Tool[]
  readonly needsApproval: (tool: Tool) => boolean
  /** Whether arguments are checked against the schema of the tool; if not, the tool casts and refuses them itself. */
  readonly checksArguments?: boolean
  /** Logs what is odd about an answer that has just come. */
  readonly remark?: (turn: Turn) => void | Promise<void>
}

const MAX_CALLS_A_TURN = 50
/** Of those that are not made, so many are kept to be told why. */
const MAX_CALLS_KEPT = 200
const MAX_ISSUES_TOLD = 10
const MAX_DEPTH = 100
export const TURN_NOTE = 'turn:'
/** Of arguments and results, so many characters are in the log. */
export const MAX_LOGGED = 500

type Context = Pick<RunContext, 'effects' | 'note' | 'notes' | 'idempotencyKey' | 'log'>

/**
 * The answer noted under the key; without one the model is asked, and its answer is on disk before this resolves, with
 * what is logged about it.
 */
export async function turnAt(context: Context, key: string, call: ModelCall, planning: Planning): Promise<Turn> {
  const noted = context.notes[key]
  if (isTurn(noted)) return noted
  const answer = await context.effects.models.answer(call)
  const turn: Turn = {
    text: answer.text,
    toolCalls: await plannedCalls(answer, key, { ...planning, effects: context.effects }),
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

async function plannedCalls(
  { toolCalls }: ModelAnswer,
  turn: string,
  by: Planning & { readonly effects: Effects },
): Promise<PlannedCall[]> {
  const planned: PlannedCall[] = []
  const taken = new Set<string>()
  for (const [at, { id, name, args }] of toolCalls.slice(0, MAX_CALLS_KEPT).entries()) {
    // Small models give no ids, or the same ones; results are told apart by them.
    const isTooDeep = isDeeper(args, MAX_DEPTH)
    // What is nested so deeply could not even be kept.
    const call = { id: freeId(id, `${turn}:${at}`, taken), name, args: isTooDeep ? {} : args }
    taken.add(call.id)
    if (isTooDeep) planned.push({ ...call, refusal: TOO_DEEP })
    else planned.push({ ...call, ...(at < MAX_CALLS_A_TURN ? await verdictOn(call, by) : TOO_MANY) })
  }
  return planned
}

function freeId(id: string, ours: string, taken: ReadonlySet<string>): string {
  if (id !== '' && !taken.has(id)) return id
  let free = ours
  while (taken.has(free)) free += "'"
  return free
}

/** Calls that will not be made are logged with the answer that wants them; the others when they begin and end. */
function logRefusals({ toolCalls }: Turn, wanted: number, log: RunContext['log']): void {
  for (const { name, args, refusal } of toolCalls.slice(0, MAX_CALLS_A_TURN)) {
    if (refusal !== undefined) logRefused({ name, args, refusal }, log)
  }
  const more = wanted - MAX_CALLS_A_TURN
  if (more > 0) log('warning', `The model wants ${wanted} calls at once; ${more} of them are not made.`)
}

/** A call that is not made is logged as one that failed. */
export function logRefused(
  { name, args, refusal }: Pick<Required<PlannedCall>, 'name' | 'args' | 'refusal'>,
  log: RunContext['log'],
): void {
  log('info', `Uses ${name}: ${shortly(args, MAX_LOGGED)}`)
  log('warning', `${name} failed (${refusal.code}): ${shortly(refusal.message, MAX_LOGGED)}`)
}

const TOO_DEEP: Refusal = {
  code: 'BAD_ARGUMENTS',
  message: `The arguments are nested too deeply: at most ${MAX_DEPTH} levels.`,
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1))
}

const TOO_MANY = {
  refusal: { code: 'TOO_MANY_CALLS', message: `At most ${MAX_CALLS_A_TURN} calls are made in one turn.` },
}

async function verdictOn({ name, args }: ToolCall, by: Planning & { readonly effects: Effects }) {
  const tool = by.tools.find((one) => one.name === name)
  if (tool === undefined) return { refusal: unknownTool(name, by.tools) }
  const message = Object.hasOwn(args, '_raw') ? 'The arguments are not JSON.' : await misfitOf(tool, args, by)
  if (message !== undefined) return { refusal: { code: 'BAD_ARGUMENTS', message } }
  return by.needsApproval(tool) ? ({ asks: true } as const) : {}
}

export function unknownTool(name: string, tools: readonly Tool[]): Refusal {
  const known = tools.length === 0 ? 'There are none.' : `There are: ${tools.map((tool) => tool.name).join(', ')}.`
  return { code: 'UNKNOWN_TOOL', message: `There is no tool "${name}". ${known}` }
}

/**
 * What is wrong with the arguments, as far as we can tell. A schema from elsewhere may ask for what our checker does not
 * know or have a pattern that does not end; then the tool itself is left to refuse.
 */
async function misfitOf(
  { parameters }: Tool,
  args: ToolCall['args'],
  { effects, checksArguments = true }: Planning & { readonly effects: Effects },
): Promise<string | undefined> {
  if (!isObject(args)) return 'The arguments must be an object.'
  if (!checksArguments) return undefined
  let issues: readonly Issue[]
  try {
    issues = (await issuesBy(parameters as Schema, args, effects)).slice(0, MAX_ISSUES_TOLD)
  } catch {
    return undefined
  }
  if (issues.length === 0) return undefined
  return `The arguments do not fit: ${issues.map(({ path, message }) => `"${path || '/'}" ${message}`).join('; ')}.`
}
