/**
 * Exports a span for every ended execution and step with the protocol of OpenTelemetry. Spans are built from durable events,
 * not around running code: the end of a step may be written by another process than its start. Loaded only if an endpoint
 * is set.
 */
import type { Written } from '@millrace/engine'
import { executionTriggerOf } from '@millrace/model'
import { type Attributes, createTraceState, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { executionSpanId, stepSpanId, traceLinkOf, traceOf } from '../platform/trace-context.ts'
import { VERSION } from '../platform/version.ts'
import { ModelCalls, modelSpanName } from './model-attributes.ts'

type Event = Written['events'][number]
type StepEnd = Extract<Event, { readonly type: 'step-completed' | 'step-failed' }>
type Finished = Extract<Event, { readonly type: 'finished' }>

interface SpanFacts {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  /** The code of the failure; undefined if it did not fail. */
  readonly failed: string | undefined
  /** A span of another trace that it belongs with. */
  readonly link?: { readonly traceId: string; readonly spanId: string } | undefined
}

/** A collector that does not answer must not delay the stop for longer. */
const LAST_EXPORT_MS = 2_000

export class Tracer {
  readonly #resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'millrace', 'service.version': VERSION }))
    .merge(detectResources({ detectors: [envDetector] }))
  readonly #spans: BatchSpanProcessor
  readonly #modelCalls = new ModelCalls()

  /** `url` is where the collector takes spans. Headers and limits are read from the variables of OpenTelemetry. */
  constructor(url: string) {
    this.#spans = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })
  }

  readonly written = (written: Written): void => {
    for (const event of written.events) {
      if ('node' in event) this.#modelCalls.note(written, event)
      if (event.type === 'finished') this.#executionEnded(written, event)
      // An attempt that is followed by another one is not the end of the step.
      else if (event.type === 'step-completed' || (event.type === 'step-failed' && event.retryAt === undefined))
        this.#stepEnded(written, event)
    }
  }

  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LAST_EXPORT_MS)
    await Promise.race([this.#spans.shutdown().catch(() => {}), late])
    clearTimeout(timer)
  }

  #executionEnded({ record }: Written, { at, status, failure }: Finished): void {
    const { id, workflowId, about, parent, createdAt } = record
    this.#export(record, {
      name: 'execution',
      spanId: executionSpanId(id),
      parentSpanId: traceOf(record).parentSpanId,
      startMs: createdAt,
      endMs: at,
      attributes: {
        'millrace.execution.id': id,
        'millrace.execution.status': status,
        'millrace.execution.trigger': executionTriggerOf(about, parent),
        'millrace.workflow.id': workflowId,
      },
      failed: status === 'failed' ? (failure?.code ?? 'FAILED') : undefined,
      link: traceLinkOf(about),
    })
  }

  #stepEnded(written: Written, event: StepEnd): void {
    const { record } = written
    const { id, plan } = record
    const node = plan.nodes[event.node]
    const modelCalls = this.#modelCalls.ended(written, event)
    this.#export(record, {
      name: modelSpanName(modelCalls) ?? node?.type ?? 'step',
      spanId: stepSpanId(id, event),
      parentSpanId: executionSpanId(id),
      startMs: event.at - (event.ms ?? 0),
      endMs: event.at,
      attributes: {
        'millrace.execution.id': id,
        'millrace.node.id': node?.id ?? '',
        'millrace.node.type': node?.type ?? '',
        ...modelCalls,
      },
      failed: event.type === 'step-failed' ? event.failure.code : undefined,
    })
  }

  #export(record: Written['record'], facts: SpanFacts): void {
    const { traceId, isSampled } = traceOf(record)
    if (!isSampled) return
    const { name, spanId, parentSpanId, startMs, endMs, attributes, failed, link } = facts
    const { tracestate } = record.about
    const traceState = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) }
    const inTrace = { traceId, traceFlags: TraceFlags.SAMPLED, ...traceState }
    const span: ReadableSpan = {
      name,
      kind: SpanKind.INTERNAL,
      spanContext: () => ({ ...inTrace, spanId }),
      ...(parentSpanId !== undefined && { parentSpanContext: { ...inTrace, spanId: parentSpanId, isRemote: true } }),
      startTime: timeOf(startMs),
      endTime: timeOf(endMs),
      duration: timeOf(Math.max(0, endMs - startMs)),
      status: failed === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: failed },
      attributes: failed === undefined ? attributes : { ...attributes, 'error.type': failed },
      links: link === undefined ? [] : [{ context: { ...link, traceFlags: TraceFlags.SAMPLED, isRemote: true } }],
      events: [],
      ended: true,
      resource: this.#resource,
      instrumentationScope: { name: 'millrace', version: VERSION },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    }
    this.#spans.onEnd(span)
  }
}

/** Seconds and nanoseconds. */
function timeOf(ms: number): [number, number] {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
}
