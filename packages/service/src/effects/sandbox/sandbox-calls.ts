/**
 * The calls that nodes make of the sandbox, over whatever sends them there: inputs are printed and results are read on
 * this side. The main thread sends them to a process, a worker thread sends them to the main thread.
 */
import {
  type CodeCall,
  isObject,
  jsonSize,
  LargeJson,
  NodeFailure,
  type PatternAnswer,
  type PatternCall,
  type PatternTest,
  parseInSlices,
  printInSlices,
  TooDeep,
} from '@millrace/model'
import type { ReadJson } from '../large-json.ts'
import { MAX_RESULT_BYTES, MAX_SOURCE_BYTES, type SandboxCall } from './calls.ts'
import type { Share } from './fair-queue.ts'
import { jsonResult, MAX_DEPTH, tooDeep } from './json-result.ts'

/** Most matches that are listed or replaced when a node does not say. */
const MAX_MATCHES = 100_000
const MAX_CODE_BYTES = 262_144
const MAX_MEMORY_MB = 1_024

/** Inputs and results from this length on are printed and parsed in slices. */
const LARGE_CHARACTERS = 64 * 1024

export interface SandboxCalls {
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
}

/** Sends a call with its input as JSON; returns the result as JSON. Throws a `NodeFailure` for a call that failed. */
export type SendToSandbox = (
  call: SandboxCall,
  input: string,
  asking: Asking,
) => Promise<{ readonly result: string; readonly logs: readonly string[] }>

/** Until when a call is wanted, and whose turn it takes. */
export interface Asking {
  readonly signal: AbortSignal
  readonly share: Share | undefined
}

export interface CallLimits {
  /** Processing time for expressions, templates and patterns; code brings its own. */
  readonly timeoutMs: number
  /** The longest that code may ask for. */
  readonly maxCodeMs: number
}

/** The sandbox for calls of one step, without what it prints and reads. */
export interface StepSandbox {
  readonly limits: CallLimits
  send(call: SandboxCall, input: string): ReturnType<SendToSandbox>
}

/** `readJson` is for results that are only handed on. */
export function sandboxOver(
  send: SendToSandbox,
  { timeoutMs, maxCodeMs }: CallLimits,
  readJson: ReadJson = async (text) => jsonResult(text),
): SandboxCalls {
  async function ask(call: SandboxCall, input: unknown, asking: Asking) {
    const { result: text, logs } = await send(call, await textOf(input), asking)
    if (Buffer.byteLength(text) > MAX_RESULT_BYTES) {
      throw new NodeFailure('RESULT_TOO_LARGE', 'The result is too large.')
    }
    // Only code hands its result on as it is; the others are looked at here.
    const result = call.kind === 'code' ? await readJson(text, asking.signal) : await parsed(text)
    return { result, logs }
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
        timeoutMs: Math.min(atLeastOne(timeoutMs), maxCodeMs),
        memoryMb: Math.min(atLeastOne(memoryMb), MAX_MEMORY_MB),
      }
      const { result, logs } = await ask({ kind: 'code', source, ...bounds }, variables, { signal, share })
      return { result, logs: [...logs] }
    },
  }
}

/** The input as JSON; large values in it are printed already. */
async function textOf(input: unknown): Promise<string> {
  if (input instanceof LargeJson) return input.text
  if (jsonSize(input, LARGE_CHARACTERS) <= LARGE_CHARACTERS) return JSON.stringify(input) ?? 'null'
  return printInSlices(input)
}

async function parsed(text: string): Promise<unknown> {
  if (text.length < LARGE_CHARACTERS) return jsonResult(text)
  try {
    return await parseInSlices(text, { depth: MAX_DEPTH, keys: Number.POSITIVE_INFINITY, allowsProto: true })
  } catch (error) {
    throw error instanceof TooDeep ? tooDeep() : error
  }
}

function atLeastOne(number: number): number {
  return Math.max(1, Math.trunc(number))
}

function refuseLong(code: string, source: string, maxBytes: number): void {
  if (Buffer.byteLength(source) > maxBytes) {
    throw new NodeFailure(code, `The text is longer than ${maxBytes / 1024} KiB.`)
  }
}
