/** Messages between the service and a sandbox process. Both import this file, so it has types and constants only. */

interface Timed {
  /** CPU time that the call may use. */
  readonly timeoutMs: number
}

/** The body is the input, as JSON. */
export interface ExpressionCall extends Timed {
  readonly kind: 'expression'
  readonly source: string
}

/** The body is the variables, as JSON. */
export interface TemplateCall extends Timed {
  readonly kind: 'template'
  readonly source: string
}

/** The body is the text, as JSON. */
export interface MatchCall extends Timed {
  readonly kind: 'pattern'
  readonly pattern: string
  readonly flags: string
  readonly replacement: string | null
  readonly limit: number
}

/** The body is the tests, as JSON: a list of objects with pattern, flags and text. */
export interface TestsCall extends Timed {
  readonly kind: 'patternTests'
}

/** The body is the variables, as JSON. */
export interface ScriptCall extends Timed {
  readonly kind: 'code'
  readonly source: string
  /** The names of the variables. */
  readonly names: readonly string[]
  readonly memoryMb: number
}

export type SandboxCall = ExpressionCall | TemplateCall | MatchCall | TestsCall | ScriptCall

/** Drops the calls after the one with this number that have not begun. */
export interface ForgetCalls {
  readonly kind: 'forget'
  readonly after: number
}

/** Messages have a number; the answer to a call has the same. */
export type SandboxMessage = (SandboxCall | ForgetCalls) & { readonly id: number }

/** The first message to a new process: the paths of the libraries that it may read. */
export interface Libraries {
  readonly jsonata: string
  readonly liquid: string
  readonly quickjsWasm: string
}

export type FailureCode =
  | 'TIMED_OUT'
  | 'OUT_OF_MEMORY'
  | 'RESULT_TOO_LARGE'
  | 'EXPRESSION_FAILED'
  | 'TEMPLATE_FAILED'
  | 'PATTERN_FAILED'
  | 'CODE_FAILED'

/**
 * With `ok`, the body is the result as JSON. `rssBytes`: memory of the process, in some of its answers. `usedMs`: CPU time
 * of the process since its start.
 */
export type SandboxAnswer = (
  | { readonly ok: true; readonly logs?: readonly string[] }
  | { readonly ok: false; readonly code: FailureCode; readonly message: string }
) & { readonly id: number; readonly rssBytes?: number; readonly usedMs: number }

/** Maximum size of a result, as JSON text. */
export const MAX_RESULT_BYTES = 8 * 1024 * 1024
/** Maximum size of an expression or template; the same as in validation. */
export const MAX_SOURCE_BYTES = 65_536
/** Maximum console output of code: lines, and characters of all lines together. */
export const MAX_LOG_LINES = 1_000
export const MAX_LOG_CHARACTERS = 65_536
export const MAX_MESSAGE_CHARACTERS = 500
/** The limits of `in-realm.ts`. `maxMissing`: the maximum number of reported missing variables. */
export const REALM_LIMITS = {
  maxResultCharacters: MAX_RESULT_BYTES,
  maxSourceBytes: MAX_SOURCE_BYTES,
  maxMissing: 100,
}
