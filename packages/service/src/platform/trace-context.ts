/**
 * The trace of an execution, as W3C trace context. Ids are derived from those of executions and steps, so a service that
 * was restarted continues the same trace.
 */
import { createHash } from 'node:crypto'
import type { ExecutionRecord } from '@millrace/engine'
import { ANONYMOUS, type Caller } from './caller.ts'

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?<trace>(?!0{32})[0-9a-f]{32})-(?<span>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?$/
const MAX_CHARACTERS = 256
const SAMPLED = 1

/** An entry of a tracestate: a key and a printable value without comma and equals sign. */
const STATE_ENTRY = /^(?<key>[a-z0-9][a-z0-9_*/@-]{0,255})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/
const MAX_STATE_ENTRIES = 32
const MAX_STATE_CHARACTERS = 512

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The headers for requests of a step. */
export interface TraceHeaders {
  readonly traceparent: string
  readonly tracestate?: string
}

export interface ExecutionTrace {
  readonly traceId: string
  /** The span that started the execution; undefined if there is none. */
  readonly parentSpanId: string | undefined
  /** False if the caller has decided not to record the trace. */
  readonly isSampled: boolean
}

/** Where spans are sent, as the variables of OpenTelemetry define it; undefined if there is no collector. */
export function tracesUrlOf(config: {
  readonly otlpEndpoint: string | undefined
  readonly otlpTracesEndpoint: string | undefined
}): string | undefined {
  if (config.otlpTracesEndpoint !== undefined) return config.otlpTracesEndpoint
  return config.otlpEndpoint === undefined ? undefined : `${config.otlpEndpoint}/v1/traces`
}

/** The trace context of a request as facts of an execution; empty if `traceparent` is missing or invalid. */
export function traceFacts({ traceparent, tracestate }: Headers): Partial<TraceHeaders> {
  if (!isTraceparent(traceparent)) return {}
  return isTracestate(tracestate) ? { traceparent, tracestate } : { traceparent }
}

function isTraceparent(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && header.length <= MAX_CHARACTERS && TRACEPARENT.test(header)
}

/** An invalid or large one is dropped as a whole: part of it might mislead the system that wrote it. */
function isTracestate(header: string | string[] | undefined): header is string {
  if (typeof header !== 'string' || header.length > MAX_STATE_CHARACTERS) return false
  const entries = header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const keys = new Set(entries.map((entry) => STATE_ENTRY.exec(entry)?.groups?.key))
  return (
    entries.length > 0 && entries.length <= MAX_STATE_ENTRIES && keys.size === entries.length && !keys.has(undefined)
  )
}

/**
 * The header of a caller without a credential: a link, so that unknown callers cannot add spans to a trace of their choice or
 * switch off the recording of their calls.
 */
export function traceLinkFacts(headers: Headers): { readonly traceLink?: string } {
  const { traceparent } = traceFacts(headers)
  return traceparent === undefined ? {} : { traceLink: traceparent }
}

/** The caller with the trace context of its request. Every start names its caller, so none of them has to read headers. */
export function withTrace(caller: Caller, headers: Headers): Caller {
  if (headers.traceparent === undefined) return caller
  return { ...caller, trace: caller.id === ANONYMOUS.id ? traceLinkFacts(headers) : traceFacts(headers) }
}

/** The span that the trace of an execution links; undefined if there is none. */
export function traceLinkOf({
  traceLink = '',
}: ExecutionRecord['about']): { traceId: string; spanId: string } | undefined {
  const { trace, span } = TRACEPARENT.exec(traceLink)?.groups ?? {}
  return trace === undefined || span === undefined ? undefined : { traceId: trace, spanId: span }
}

export function traceOf({ id, about, parent }: Pick<ExecutionRecord, 'id' | 'about' | 'parent'>): ExecutionTrace {
  const { trace, span, flags = '01' } = TRACEPARENT.exec(about.traceparent ?? '')?.groups ?? {}
  // A child that its parent does not wait for has no root, and a trace of its own.
  const isPart = parent !== undefined && about.root !== undefined
  return {
    traceId: trace ?? hexOf(['trace', about.root ?? id], 32),
    parentSpanId: isPart ? stepSpanId(parent.execution, parent) : span,
    isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED,
  }
}

export function executionSpanId(execution: string): string {
  return hexOf(['execution', execution], 16)
}

export function stepSpanId(execution: string, step: { readonly node: number; readonly scope?: string }): string {
  return hexOf(['step', execution, String(step.node), step.scope ?? ''], 16)
}

export function traceHeadersOf(
  record: ExecutionRecord,
  step: { readonly node: number; readonly scope: string },
): TraceHeaders {
  const { traceId, isSampled } = traceOf(record)
  const { tracestate } = record.about
  return {
    traceparent: `00-${traceId}-${stepSpanId(record.id, step)}-${isSampled ? '01' : '00'}`,
    ...(tracestate !== undefined && { tracestate }),
  }
}

function hexOf(parts: readonly string[], characters: number): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, characters)
}
