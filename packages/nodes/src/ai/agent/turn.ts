/** One answer of the model to an agent, as it is noted, with what was decided about each call that the model wants. */
import {
  type Effects,
  isObject,
  issuesOf,
  type ModelAnswer,
  type ModelCall,
  type RunContext,
  type Schema,
  type Tool,
  type ToolCall,
  type Usage,
} from '@millrace/model'
import { tryPatterns } from '../../running/checkable-schema.ts'

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
}

const MAX_CALLS_A_TURN = 50
const MAX_ISSUES_TOLD = 10
export const TURN_NOTE = 'turn:'

type Context = Pick<RunContext, 'effects' | 'note' | 'notes' | 'idempotencyKey'>

/** The answer noted under the key; without one the model is asked, and its answer is on disk before this resolves. */
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
  for (const [at, { id, name, args }] of toolCalls.entries()) {
    // Small models give no ids, or the same ones; results are told apart by them.
    const isFree = id !== '' && planned.every((other) => other.id !== id)
    const call = { id: isFree ? id : `${turn}:${at}`, name, args }
    planned.push({ ...call, ...(at < MAX_CALLS_A_TURN ? await verdictOn(call, by) : TOO_MANY) })
  }
  return planned
}

const TOO_MANY = {
  refusal: { code: 'TOO_MANY_CALLS', message: `At most ${MAX_CALLS_A_TURN} calls are made in one turn.` },
}

async function verdictOn({ name, args }: ToolCall, by: Planning & { readonly effects: Effects }) {
  const tool = by.tools.find((one) => one.name === name)
  if (tool === undefined) return { refusal: unknownTool(name, by.tools) }
  const message = Object.hasOwn(args, '_raw') ? 'The arguments are no JSON.' : await misfitOf(tool, args, by.effects)
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
async function misfitOf({ parameters }: Tool, args: ToolCall['args'], effects: Effects): Promise<string | undefined> {
  if (!isObject(args)) return 'The arguments must be an object.'
  try {
    await tryPatterns(parameters, args, effects)
  } catch {
    return undefined
  }
  const issues = issuesOf(parameters as Schema, args).slice(0, MAX_ISSUES_TOLD)
  if (issues.length === 0) return undefined
  return `The arguments do not fit: ${issues.map(({ path, message }) => `"${path || '/'}" ${message}`).join('; ')}.`
}
