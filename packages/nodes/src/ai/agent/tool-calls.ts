/**
 * Executes the tool calls of one turn. A note is written when a call starts and when it ends. When the step runs again,
 * a completed call keeps its outcome; an interrupted one is repeated if that is safe, else it fails and the model is
 * informed. Log lines of a call are persisted with its note, so they are visible while the agent runs and are written
 * once.
 */
import { isNodeFailure, isObject, type RunContext, type Tool, type ToolRecord } from '@millrace/model'
import { isFailure } from '../../running/interruption.ts'
import { shortText } from './truncate.ts'
import { logRefused, MAX_LOGGED, type PlannedCall, type Refusal, unknownTool } from './turn.ts'

type Context = Pick<RunContext, 'effects' | 'note' | 'notes' | 'signal' | 'log'>

/** A call with the keys of its notes. */
export interface NumberedCall {
  readonly call: PlannedCall
  readonly note: string
  /** Key of the note that the tool no longer existed when it was to be called. */
  readonly lostNote: string
  readonly refusal: Refusal | undefined
  readonly key: string
}

/** The outcome of a call. */
export type Ended = Pick<ToolRecord, 'startedAt' | 'result' | 'error'> & { readonly endedAt: number }

const MAX_AT_ONCE = 10
export const LOST_NOTE = 'lost:'
const MAX_MESSAGE = 4000

/** Executes the calls, at most `atOnce` in parallel, and returns their outcomes in the order of the calls. */
export async function callTools(
  calls: readonly NumberedCall[],
  tools: readonly Tool[],
  context: Context,
  atOnce = MAX_AT_ONCE,
): Promise<readonly Ended[]> {
  const ended: Ended[] = []
  const waiting = calls.entries()
  const work = async () => {
    for (const [at, numbered] of waiting) {
      const tool = tools.find(({ name }) => name === numbered.call.name)
      ended[at] = await endOf(numbered, tool, context)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, calls.length) }, work))
  return ended
}

async function endOf(numbered: NumberedCall, tool: Tool | undefined, context: Context): Promise<Ended> {
  const noted = recordIn(context.notes[numbered.note])
  return hasEnded(noted) ? noted : end(numbered, { tool, begun: noted, context })
}

interface Ending {
  readonly tool: Tool | undefined
  /** The note of an earlier, interrupted run. */
  readonly begun: ToolRecord | undefined
  readonly context: Context
}

function end(numbered: NumberedCall, { tool, begun, context }: Ending): Promise<Ended> {
  const { call, note, refusal } = numbered
  if (refusal !== undefined) return refuse(refusal, numbered, { tool, context })
  // The call may have taken effect, and there is no way to find out.
  if (begun !== undefined && tool?.mayRunAgain !== true) return noteEnd({ error: CUT_OFF }, begun, { note, context })
  if (tool === undefined) return refuse(unknownTool(call.name, []), numbered, { tool, context })
  return make(tool, numbered, { begun, context })
}

const CUT_OFF: Refusal = {
  code: 'INTERRUPTED_BY_CRASH',
  message: 'The service stopped during this call. The call may or may not have taken effect.',
}

/** Records a call that is not executed. A call of an unknown tool has no node to show it at. */
async function refuse(
  error: Refusal,
  { call, note, lostNote }: NumberedCall,
  { tool, context }: Pick<Ending, 'tool' | 'context'>,
): Promise<Ended> {
  const at = context.effects.now()
  // Refusals known when the response arrived were logged with it.
  const isNews = call.refusal === undefined
  if (tool !== undefined) {
    if (isNews) logUse(call, context)
    return noteEnd({ error }, begin(call, tool, at), { note, context, isSilent: !isNews })
  }
  if (isNews && context.notes[lostNote] === undefined) {
    logRefused({ ...call, refusal: error }, context.log)
    await context.note(lostNote, error)
  }
  return { startedAt: at, endedAt: at, error }
}

async function make(
  tool: Tool,
  { call, note, key }: NumberedCall,
  { begun, context }: Pick<Ending, 'begun' | 'context'>,
): Promise<Ended> {
  context.signal.throwIfAborted()
  const { record, failed } =
    begun === undefined
      ? await withSettings(begin(call, tool, context.effects.now()), tool, context)
      : { record: begun, failed: undefined }
  if (begun === undefined) logUse(call, context)
  if (failed !== undefined) return noteEnd({ error: failed }, record, { note, context })
  if (begun === undefined) await context.note(note, record)
  let outcome: Pick<ToolRecord, 'result' | 'error'>
  try {
    outcome = { result: asNoted(await tool.call(call.args, key, undefined, record.settings)) }
  } catch (error) {
    // Interrupted, not failed: the call keeps its started note.
    context.signal.throwIfAborted()
    if (!isFailure(error, context.signal)) throw error
    outcome = { error: failureOf(error) }
  }
  return noteEnd(outcome, record, { note, context })
}

/** The record with the values of the tool's expressions, or with the failure that prevents the call. */
async function withSettings(
  record: ToolRecord,
  tool: Tool,
  { signal }: Pick<Context, 'signal'>,
): Promise<{ readonly record: ToolRecord; readonly failed?: Refusal }> {
  if (tool.resolve === undefined) return { record }
  try {
    return { record: { ...record, settings: await tool.resolve(record.args) } }
  } catch (error) {
    signal.throwIfAborted()
    if (!isFailure(error, signal)) throw error
    return { record, failed: failureOf(error) }
  }
}

function begin({ name, args }: PlannedCall, { nodeId, label }: Tool, startedAt: number): ToolRecord {
  return { tool: name, nodeId, label, args, status: 'running', startedAt }
}

interface Noting {
  readonly note: string
  readonly context: Context
  readonly isSilent?: boolean
}

async function noteEnd(
  outcome: Pick<ToolRecord, 'result' | 'error'>,
  begun: ToolRecord,
  { note, context, isSilent }: Noting,
): Promise<Ended> {
  const status = outcome.error === undefined ? 'completed' : 'failed'
  const record = { ...begun, ...outcome, status, endedAt: context.effects.now() } satisfies ToolRecord
  if (!isSilent) logEnd(record, context)
  await context.note(note, record)
  return record
}

function recordIn(value: unknown): ToolRecord | undefined {
  return isObject(value) && typeof value.startedAt === 'number' ? (value as unknown as ToolRecord) : undefined
}

function hasEnded(record: ToolRecord | undefined): record is ToolRecord & { readonly endedAt: number } {
  return record !== undefined && record.status !== 'running' && record.endedAt !== undefined
}

/** The result as it will be read back from the notes, so that the model sees the same value in both cases. */
function asNoted(result: unknown): unknown {
  const text = JSON.stringify(result)
  return text === undefined ? null : JSON.parse(text)
}

function failureOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error)
  return { code: isNodeFailure(error) ? error.code : 'FAILED', message: shortText(message, MAX_MESSAGE) }
}

function logUse({ name, args }: PlannedCall, { log }: Context): void {
  log('info', `Calling ${name}: ${shortText(args, MAX_LOGGED)}`)
}

function logEnd({ tool, result, error }: ToolRecord, { log }: Context): void {
  if (error === undefined) log('info', `${tool} returned: ${shortText(result, MAX_LOGGED)}`)
  else log('warning', `${tool} failed (${error.code}): ${shortText(error.message, MAX_LOGGED)}`)
}
