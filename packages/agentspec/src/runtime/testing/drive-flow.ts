/** Drives a flow as the service would: run again with every reply of a person, and after every power cut. */
import { type HttpAnswer, type HttpCall, type ModelCall, NodeFailure, type Question, type Reply } from '@millrace/model'
import type { Flow, LlmConfig, NameRef } from '../../components.ts'
import type { Registry } from '../../ports.ts'
import type { FlowEnd, Host, OfferedTool, RunLimits } from '../host.ts'
import { runFlow } from '../run-flow.ts'
import type { Values } from '../values.ts'

export interface Cut {
  /** The number of the note, from 0, at which the power fails. */
  readonly at: number
  /** Whether the note was on disk already. */
  readonly isKept: boolean
}

/** A text, tool calls, or what to say to the messages so far. */
export type ScriptedAnswer =
  | string
  | {
      readonly text?: string
      readonly toolCalls: readonly { readonly name: string; readonly args: object; readonly id?: string }[]
    }
export type ScriptedModel = (
  call: Omit<ModelCall, 'settings'>,
  config: LlmConfig | NameRef | undefined,
) => ScriptedAnswer

type ToolFunction = (args: Values) => unknown

export interface Drive {
  readonly flow: Flow
  readonly inputs?: Values
  readonly model?: ScriptedModel
  readonly tools?: Readonly<Record<string, ToolFunction | { readonly once: ToolFunction }>>
  readonly http?: (call: HttpCall) => Partial<HttpAnswer> | Promise<Partial<HttpAnswer>>
  readonly workflows?: Readonly<Record<string, ToolFunction>>
  readonly mcp?: readonly OfferedTool[]
  /** What a person says to a question; a bare value is an answer. */
  readonly reply?: (question: Question, number: number) => unknown
  readonly registry?: Registry
  readonly limits?: Partial<RunLimits>
  readonly cut?: Cut
}

export interface Driven {
  readonly end: Exclude<FlowEnd, { readonly question: Question }> | NodeFailure
  readonly notes: Record<string, unknown>
  /** How many notes were written in all. */
  readonly noted: number
  /** What reached the world, in order: `model`, `tool:<name>`, `http:<method>`, with the key or address. */
  readonly done: readonly string[]
  readonly questions: readonly Question[]
  readonly exchanges: readonly Omit<ModelCall, 'settings'>[]
  readonly said: readonly string[]
  readonly waited: readonly number[]
  /** How much had been done when the power failed. */
  readonly doneAtCut: number
}

class PowerCut extends Error {}

const MAX_RUNS = 200

export async function driveFlow(drive: Drive): Promise<Driven> {
  const notes: Record<string, unknown> = {}
  const log = { done: [] as string[], said: [] as string[], waited: [] as number[] }
  const exchanges: Omit<ModelCall, 'settings'>[] = []
  const questions: Question[] = []
  const replies: Reply[] = []
  let noted = 0
  let doneAtCut = -1
  for (let runs = 0; runs < MAX_RUNS; runs++) {
    let hasPower = true
    const alive = () => {
      if (!hasPower) throw new PowerCut()
    }
    const host = hostFor(
      drive,
      { notes: { ...notes }, replies: [...replies], log, exchanges, alive },
      async (key, value) => {
        alive()
        const isCut = noted++ === drive.cut?.at
        if (!isCut || drive.cut?.isKept) notes[key] = structuredClone(value)
        if (!isCut) return
        hasPower = false
        doneAtCut = log.done.length
        throw new PowerCut()
      },
    )
    const end = await attempt(() => runFlow(drive.flow, drive.inputs ?? {}, host, drive.limits))
    if (!hasPower) continue
    if (end instanceof Error || end.question === undefined) {
      if (end instanceof Error && !(end instanceof NodeFailure)) throw end
      return { end, notes, noted, questions, exchanges, doneAtCut, ...log }
    }
    const number = replies.length
    if (questions.length === number) questions.push(end.question)
    replies.push(replyOf(drive.reply?.(end.question, number)))
  }
  throw new Error('the flow does not come to an end')
}

function replyOf(said: unknown): Reply {
  if (typeof said === 'object' && said !== null && 'status' in said) return said as Reply
  return { status: 'answered', value: said, responses: [] }
}

async function attempt(run: () => Promise<FlowEnd>): Promise<FlowEnd | Error> {
  try {
    return await run()
  } catch (error) {
    return error as Error
  }
}

interface Around {
  readonly notes: Host['notes']
  readonly replies: readonly Reply[]
  readonly log: { readonly done: string[]; readonly said: string[]; readonly waited: number[] }
  readonly exchanges: Omit<ModelCall, 'settings'>[]
  readonly alive: () => void
}

function hostFor(drive: Drive, { notes, replies, log, exchanges, alive }: Around, note: Host['note']): Host {
  let now = 1_000_000
  return {
    notes,
    replies,
    note,
    signal: new AbortController().signal,
    idempotencyKey: 'key',
    registry: drive.registry ?? {},
    now: () => now++,
    async wait(ms) {
      log.waited.push(ms)
    },
    async model(config, call) {
      alive()
      log.done.push('model')
      exchanges.push(call)
      const answer = drive.model?.(call, config) ?? 'Hello.'
      const given = typeof answer === 'string' ? { text: answer, toolCalls: [] } : answer
      return {
        text: given.text ?? '',
        toolCalls: given.toolCalls.map((one, at) => ({ id: `call-${at}`, ...one, args: { ...one.args } })),
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        finishReason: 'stop',
      }
    },
    async http(call) {
      alive()
      log.done.push(`http:${call.method} ${call.url}`)
      return { status: 200, headers: {}, body: '', url: call.url, ...(await drive.http?.(call)) }
    },
    serverTool(name) {
      const tool = drive.tools?.[name]
      if (tool === undefined) return undefined
      const call = typeof tool === 'function' ? tool : tool.once
      return {
        mayRunAgain: typeof tool === 'function',
        async call(args, key) {
          alive()
          log.done.push(`tool:${name} ${key}`)
          return call(args)
        },
      }
    },
    workflow(name) {
      const workflow = drive.workflows?.[name]
      if (workflow === undefined) return undefined
      return {
        mayRunAgain: true,
        async call(args, key) {
          alive()
          log.done.push(`workflow:${name} ${key}`)
          return workflow(args)
        },
      }
    },
    mcpTools: async () => drive.mcp ?? [],
    log: () => {},
    say: (delta) => void log.said.push(delta),
  }
}
