/**
 * The calls of nodes to the sandbox, independent of the transport: inputs are serialised and results parsed on this
 * side. The main thread sends them to a process, a worker thread sends them to the main thread.
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

/** Maximum number of matches if a node does not set one. */
const MAX_MATCHES = 100_000
const MAX_CODE_BYTES = 262_144
const MAX_MEMORY_MB = 1_024

/** Longer inputs and results are serialised and parsed in slices. */
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

/** Sends a call with its input as JSON; returns the result as JSON. Throws a `NodeFailure` if the call failed. */
export type SendToSandbox = (
  call: SandboxCall,
  input: string,
  asking: SandboxRequest,
) => Promise<{ readonly result: string; readonly logs: readonly string[] }>

/** The signal of a call, and the caller and workflow whose turn it takes. */
export interface SandboxRequest {
  readonly signal: AbortSignal
  readonly share: Share | undefined
}

export interface CallLimits {
  /** CPU time for expressions, templates and patterns; code sets its own. */
  readonly timeoutMs: number
  /** Maximum time limit of code. */
  readonly maxCodeMs: number
}

/** The sandbox for the calls of one step, without serialisation. */
export interface StepSandbox {
  readonly limits: CallLimits
  send(call: SandboxCall, input: string): ReturnType<SendToSandbox>
}

/** `readJson` parses results that are only passed on. */
export function sandboxOver(
  send: SendToSandbox,
  { timeoutMs, maxCodeMs }: CallLimits,
  readJson: ReadJson = async (text) => jsonResult(text),
): SandboxCalls {
  async function ask(call: SandboxCall, input: unknown, asking: SandboxRequest) {
    const { result: text, logs } = await send(call, await textOf(input), asking)
    if (Buffer.byteLength(text) > MAX_RESULT_BYTES) {
      throw new NodeFailure('RESULT_TOO_LARGE', 'The result is too large.')
    }
    // Only the result of code is passed on as it is; the others are inspected here.
    const result = call.kind === 'code' ? await readJson(text, asking.signal) : await parsed(text)
    return { result, logs }
  }

  return {
    async expression(source, input, signal, share) {
      rejectLong('EXPRESSION_FAILED', source, MAX_SOURCE_BYTES)
      return (await ask({ kind: 'expression', source, timeoutMs }, input, { signal, share })).result
    },
    async template(source, variables, signal, share) {
      rejectLong('TEMPLATE_FAILED', source, MAX_SOURCE_BYTES)
      const { result } = await ask({ kind: 'template', source, timeoutMs }, variables, { signal, share })
      const { text, missing } = isObject(result) ? result : {}
      return { text: String(text), missing: Array.isArray(missing) ? missing.map(String) : [] }
    },
    async pattern({ pattern, flags = '', text, replacement = null, limit = MAX_MATCHES }, signal, share) {
      rejectLong('PATTERN_FAILED', pattern, MAX_SOURCE_BYTES)
      rejectLong('PATTERN_FAILED', replacement ?? '', MAX_SOURCE_BYTES)
      const { result } = await ask(
        // The process finds one match after the other, which requires the flag `g`.
        { kind: 'pattern', pattern, flags: `${flags.replace('g', '')}g`, replacement, limit, timeoutMs },
        text,
        { signal, share },
      )
      return result as PatternAnswer
    },
    async patternTests(tests, signal, share) {
      if (tests.length === 0) return []
      for (const { pattern } of tests) rejectLong('PATTERN_FAILED', pattern, MAX_SOURCE_BYTES)
      const { result } = await ask({ kind: 'patternTests', timeoutMs }, tests, { signal, share })
      return Array.isArray(result) ? result.map((verdict) => verdict === true) : []
    },
    async code({ source, variables, timeoutMs, memoryMb }, signal, share) {
      rejectLong('CODE_FAILED', source, MAX_CODE_BYTES)
      const bounds = {
        timeoutMs: Math.min(atLeastOne(timeoutMs), maxCodeMs),
        memoryMb: Math.min(atLeastOne(memoryMb), MAX_MEMORY_MB),
      }
      const { result, logs } = await ask(
        { kind: 'code', source, names: Object.keys(variables), ...bounds },
        variables,
        { signal, share },
      )
      return { result, logs: [...logs] }
    },
  }
}

/** The input as JSON; large values in it are already serialised. */
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

function rejectLong(code: string, source: string, maxBytes: number): void {
  if (Buffer.byteLength(source) > maxBytes) {
    throw new NodeFailure(code, `The text is longer than ${maxBytes / 1024} KiB.`)
  }
}
