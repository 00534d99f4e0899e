/**
 * All user-written code runs here: code, and the expressions, templates and patterns that are more than a path. The
 * service gets a value or a failure of the node within the time limit in every case.
 */
import { NodeFailure } from '@millrace/model'
import type { ReadJson } from '../large-json.ts'
import { MAX_RESULT_BYTES, type SandboxAnswer, type SandboxCall } from './calls.ts'
import { type PoolLimits, ProcessPool } from './process-pool.ts'
import { type CallLimits, type SandboxCalls, type SendToSandbox, sandboxOver } from './sandbox-calls.ts'

const MIB = 1024 * 1024

export interface SandboxLimits extends PoolLimits, CallLimits {
  /** Maximum size of an input, as JSON. */
  readonly maxInputBytes: number
}

/** How many calls of the sandbox run at a time. */
export const SANDBOX_PROCESSES = 2

const DEFAULTS: SandboxLimits = {
  size: SANDBOX_PROCESSES,
  shortMs: 5_000,
  maxQueued: 5_000,
  // Several callers may each have a long call ahead in the queue.
  maxWaitMs: 300_000,
  idleMs: 60_000,
  startMs: 15_000,
  maxHeapMb: 256,
  maxIdleRssBytes: 384 * MIB,
  // A result may have up to three UTF-8 bytes per character; the rest is logs and the head.
  maxAnswerBytes: 3 * MAX_RESULT_BYTES + MIB,
  timeoutMs: 5_000,
  maxCodeMs: 60_000,
  maxInputBytes: 32 * MIB,
}

/** CPU time of a call including its repetitions, as a multiple of its time limit. */
const MAX_REPEATED = 3

/** Where processes limit time by the wall clock, a call that was stopped before it had its CPU time is evaluated again. */
function isRepeated({ kind }: SandboxCall): boolean {
  return kind !== 'code' && process.platform !== 'linux'
}

export interface Sandbox extends SandboxCalls {
  readonly send: SendToSandbox
  readonly limits: CallLimits
  /** Processes and queued calls now, and calls and ended processes so far. */
  load(): SandboxLoad
  close(): void
}

export type SandboxLoad = ProcessPool['load'] & ProcessPool['totals']

export function createSandbox(given: Partial<SandboxLimits> = {}, readJson?: ReadJson): Sandbox {
  const limits = { ...DEFAULTS, ...given }
  const pool = new ProcessPool(limits)
  const send: SendToSandbox = async (call, body, { signal, share }) => {
    if (Buffer.byteLength(body) > limits.maxInputBytes) {
      throw new NodeFailure('INPUT_TOO_LARGE', `The input is larger than ${limits.maxInputBytes / MIB} MiB.`)
    }
    const maxUsedMs = call.timeoutMs * (isRepeated(call) ? MAX_REPEATED : 1)
    const frame = await pool.call({ head: call, maxUsedMs, body, signal, ...(share && { share }) })
    const answer = frame.head as SandboxAnswer
    if (!answer.ok) throw new NodeFailure(answer.code, `${SUBJECTS[call.kind]} failed: ${answer.message}.`)
    return { result: frame.body.toString(), logs: answer.logs ?? [] }
  }
  return {
    ...sandboxOver(send, limits, readJson),
    send,
    limits,
    load: () => ({ ...pool.load, ...pool.totals }),
    close: () => pool.close(),
  }
}

const SUBJECTS = {
  expression: 'The expression',
  template: 'The template',
  pattern: 'The pattern',
  patternTests: 'The pattern',
  code: 'The code',
} as const satisfies Record<SandboxCall['kind'], string>
