/**
 * What users write in a language runs here and nowhere else: code, and the expressions, templates and patterns that are
 * more than a path. Whatever they do, the service gets a value, or a failure of the node within the time allowed.
 */
import {
  type CodeCall,
  isObject,
  LargeJson,
  NodeFailure,
  type PatternAnswer,
  type PatternCall,
  type PatternTest,
} from '@millrace/model'
import type { ReadJson } from '../large-json.ts'
import { MAX_RESULT_BYTES, MAX_SOURCE_BYTES, type SandboxAnswer, type SandboxCall } from './calls.ts'
import type { Share } from './fair-queue.ts'
import { jsonResult } from './json-result.ts'
import { type PoolLimits, ProcessPool } from './process-pool.ts'

const MIB = 1024 * 1024

export interface SandboxLimits extends PoolLimits {
  /** Processing time for expressions, templates and patterns; code brings its own. */
  readonly timeoutMs: number
  /** The longest that code may ask for. */
  readonly maxCodeMs: number
  /** Largest input, as JSON. */
  readonly maxInputBytes: number
}

const DEFAULTS: SandboxLimits = {
  size: 2,
  shortMs: 5_000,
  maxQueued: 5_000,
  // Several callers may each have a long call before it.
  maxWaitMs: 300_000,
  idleMs: 60_000,
  startMs: 15_000,
  maxHeapMb: 256,
  maxIdleRssBytes: 384 * MIB,
  // A result in UTF-8 may be three times as long as in characters; the rest is logs and the head.
  maxAnswerBytes: 3 * MAX_RESULT_BYTES + MIB,
  timeoutMs: 5_000,
  maxCodeMs: 60_000,
  maxInputBytes: 32 * MIB,
}

/** What an expression, template or pattern may use with all its repetitions, as a multiple of its time limit. */
const MAX_REPEATED = 3
/** Most matches that are listed or replaced when a node does not say. */
const MAX_MATCHES = 100_000
const MAX_CODE_BYTES = 262_144
const MAX_MEMORY_MB = 1_024

export interface Sandbox {
  expression(source: string, input: unknown, signal: AbortSignal, share?: Share): Promise<unknown>
  template(
    source: string,
    variables: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    share?: Share,
  ): Promise<{ text: string; missing: string[] }>
  pattern(call: PatternCall, signal: AbortSignal, share?: Share): Promise<PatternAnswer>
  patternTests(tests: readonly PatternTest[], signal: AbortSignal, share?: Share): Promise<readonly boolean[]>
  code(call: CodeCall, signal: AbortSignal, share?: Share): Promise<{ result: unknown; logs: string[] }>
  close(): void
}

/** Until when a call is wanted, and whose turn it takes. */
interface Asking {
  readonly signal: AbortSignal
  readonly share: Share | undefined
}

export function createSandbox(
  given: Partial<SandboxLimits> = {},
  readJson: ReadJson = async (text) => jsonResult(text),
): Sandbox {
  const limits = { ...DEFAULTS, ...given }
  const { timeoutMs } = limits
  const pool = new ProcessPool(limits)

  async function ask(call: SandboxCall, input: unknown, { signal, share }: Asking) {
    const body = textOf(input)
    if (Buffer.byteLength(body) > limits.maxInputBytes) {
      throw new NodeFailure('INPUT_TOO_LARGE', `The input is larger than ${limits.maxInputBytes / MIB} MiB.`)
    }
    // An expression that the clock stopped before it had its time is evaluated again; code is asked for the time it used.
    const maxUsedMs = call.timeoutMs * (call.kind === 'code' ? 1 : MAX_REPEATED)
    const frame = await pool.call({ head: call, maxUsedMs, body, signal, ...(share && { share }) })
    const answer = frame.head as SandboxAnswer
    if (!answer.ok) throw new NodeFailure(answer.code, `${SUBJECTS[call.kind]} failed: ${answer.message}.`)
    if (Buffer.byteLength(frame.body) > MAX_RESULT_BYTES) {
      throw new NodeFailure('RESULT_TOO_LARGE', 'The result is too large.')
    }
    // Only code hands its result on as it is; the others are looked at here.
    const result = call.kind === 'code' ? await readJson(frame.body, signal) : jsonResult(frame.body)
    return { result, logs: answer.logs ?? [] }
  }

  return {
    async expression(source, input, signal, share) {
      refuseLong('EXPRESSION_FAILED', source, MAX_SOURCE_BYTES)
      return (await ask({ kind: 'expression', source, timeoutMs }, input, { signal, share })).result
    },
    async template(source, variables, signal, share) {
      refuseLong('TEMPLATE_FAILED', source, MAX_SOURCE_BYTES)
      const { result } = await ask({ kind: 'template', source, timeoutMs }, variables, { signal, share })
      const { text, missing } = isObject(result) ? result : {}
      return { text: String(text), missing: Array.isArray(missing) ? missing.map(String) : [] }
    },
    async pattern({ pattern, flags = '', text, replacement = null, limit = MAX_MATCHES }, signal, share) {
      refuseLong('PATTERN_FAILED', pattern, MAX_SOURCE_BYTES)
      refuseLong('PATTERN_FAILED', replacement ?? '', MAX_SOURCE_BYTES)
      const { result } = await ask(
        // Matches are looked for one after the other, which is what `g` does.
        { kind: 'pattern', pattern, flags: `${flags.replace('g', '')}g`, replacement, limit, timeoutMs },
        text,
        { signal, share },
      )
      return result as PatternAnswer
    },
    async patternTests(tests, signal, share) {
      if (tests.length === 0) return []
      for (const { pattern } of tests) refuseLong('PATTERN_FAILED', pattern, MAX_SOURCE_BYTES)
      const { result } = await ask({ kind: 'patternTests', timeoutMs }, tests, { signal, share })
      return Array.isArray(result) ? result.map((verdict) => verdict === true) : []
    },
    async code({ source, variables, timeoutMs, memoryMb }, signal, share) {
      refuseLong('CODE_FAILED', source, MAX_CODE_BYTES)
      const bounds = {
        timeoutMs: Math.min(atLeastOne(timeoutMs), limits.maxCodeMs),
        memoryMb: Math.min(atLeastOne(memoryMb), MAX_MEMORY_MB),
      }
      const { result, logs } = await ask({ kind: 'code', source, ...bounds }, variables, { signal, share })
      return { result, logs: [...logs] }
    },
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

/** The input as JSON; large values in it are printed already. */
function textOf(input: unknown): string {
  if (!isObject(input) || !Object.values(input).some((value) => value instanceof LargeJson)) {
    return JSON.stringify(input) ?? 'null'
  }
  const parts = Object.entries(input).map(([name, value]) => {
    const text = value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? 'null')
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${parts.join(',')}}`
}

function atLeastOne(number: number): number {
  return Math.max(1, Math.trunc(number))
}

function refuseLong(code: string, source: string, maxBytes: number): void {
  if (Buffer.byteLength(source) > maxBytes) {
    throw new NodeFailure(code, `The text is longer than ${maxBytes / 1024} KiB.`)
  }
}
