/** Drives an agent like the engine: runs it again after each reply and after each simulated power cut. */
import { isResult, type ModelCall, type NodeResult, type Reply, type Tool } from '@millrace/model'
import agent from '../types/simple-agent.ts'
import { type Line, runExample } from './run-example.ts'
import { testModels } from './test-models.ts'
import { TEST_TOOLS } from './test-tools.ts'

export interface Cut {
  /** Index of the note at which the power fails. */
  readonly at: number
  /** True if the note was already on disk. */
  readonly isKept: boolean
}

export interface Drive {
  readonly config: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly history?: readonly unknown[]
  readonly tools?: readonly Tool[]
  /** The reply to the question of this number. */
  readonly reply?: (number: number) => Reply
  readonly cut?: Cut
}

export interface Driven {
  readonly end: NodeResult | Error
  readonly notes: Record<string, unknown>
  /** Number of notes written. */
  readonly noted: number
  /** Tool calls that were executed, as `name key`. */
  readonly made: readonly string[]
  readonly exchanges: readonly ModelCall[]
  readonly questions: readonly string[]
  readonly lines: readonly Line[]
  readonly said: readonly string[]
  /** State on disk and number of actions when the power failed. */
  readonly atCut:
    | { readonly notes: Record<string, unknown>; readonly made: number; readonly exchanges: number }
    | undefined
}

export const ALLOWED: Reply = { status: 'answered', value: true, responses: [] }

class PowerCut extends Error {}

export async function driveAgent(drive: Drive): Promise<Driven> {
  const { config, message = 'Go', history = [], tools = TEST_TOOLS, reply, cut } = drive
  const notes: Record<string, unknown> = {}
  const made: string[] = []
  const exchanges: ModelCall[] = []
  const questions: string[] = []
  const replies: Reply[] = []
  const lines: Line[] = []
  const said: string[] = []
  let noted = 0
  let atCut: Driven['atCut']
  for (let hasPower = true, runs = 0; ; runs++) {
    hasPower = true
    if (runs > 100) throw new Error('the agent does not finish')
    const live = tools.map((tool) => ({
      ...tool,
      async call(args: Tool['parameters'], key: string) {
        if (!hasPower) throw new PowerCut()
        made.push(`${tool.name} ${key}`)
        return tool.call(args, key)
      },
    }))
    const models = {
      ...testModels,
      async answer(call: ModelCall) {
        exchanges.push(call)
        return testModels.answer(call)
      },
    }
    const own: Line[] = []
    const onNote = async (key: string, value: unknown) => {
      if (!hasPower) throw new PowerCut()
      // Log lines are persisted with the note.
      const logged = own.splice(0)
      if (noted++ !== cut?.at) return void lines.push(...logged)
      hasPower = false
      if (cut.isKept) {
        notes[key] = structuredClone(value)
        lines.push(...logged)
      }
      atCut = { notes: { ...notes }, made: made.length, exchanges: exchanges.length }
      throw new PowerCut()
    }
    const around = {
      notes,
      onNote,
      tools: live,
      effects: { models },
      lines: own,
      said,
      idempotencyKey: `attempt${runs}`,
    }
    const result = await attempt(() =>
      runExample(agent, { config, inputs: { message, history }, replies: [...replies] }, around),
    )
    if (result instanceof PowerCut) continue
    lines.push(...own)
    if (!isResult(result, 'ask')) return { end: result, notes, noted, made, exchanges, questions, lines, said, atCut }
    questions.push(result.question.config.message)
    replies.push(reply?.(replies.length) ?? ALLOWED)
  }
}

async function attempt(run: () => NodeResult | Promise<NodeResult>): Promise<NodeResult | Error> {
  try {
    return await run()
  } catch (error) {
    return error as Error
  }
}
