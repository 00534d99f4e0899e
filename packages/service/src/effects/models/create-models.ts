/**
 * `effects.models`: language models of all providers. Every exchange is limited in time and size, obeys the egress policy
 * and closes its connections.
 */
import {
  COST_UNIT,
  type ModelAnswer,
  type ModelCall,
  type Models,
  type ModelUsage,
  type Usage,
  type UsageAccount,
} from '@millrace/model'
import type { ModelExchange, Observation } from '../../platform/observer.ts'
import type { Log } from '../../platform/ports.ts'
import type { TraceHeaders } from '../../platform/trace-context.ts'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { tracedFetch } from '../http/traced-fetch.ts'
import { askForEmbeddings, askModel } from './ask-model.ts'
import { echoAnswer, piecesOf } from './echo.ts'
import { echoEmbeddings } from './echo-embedding.ts'
import { listModels } from './list-models.ts'
import { isRefusedRequest, keyOutcome, modelFailure } from './model-failure.ts'
import { type CountCall, FREE_METER, type ModelMeter } from './model-meter.ts'
import { type Connection, type ModelTarget, type TargetNeeds, targetOf } from './model-target.ts'
import { type SdkProvider, sdkProvider } from './sdk.ts'
import { expectingStreams } from './stream-type.ts'

export interface ModelNeeds extends TargetNeeds {
  readonly log: Pick<Log, 'debug'>
  readonly limits?: Partial<FetchLimits>
  /** Maximum output tokens of one response, even if a node sets more. */
  readonly maxTokens?: number | undefined
  readonly observation?: Observation | undefined
  /** Default: no budgets and no prices. */
  readonly meter?: ModelMeter
}

/** The caller: one attempt of a step, or another part of the service. */
export interface ModelStep {
  readonly signal: AbortSignal
  /** The workflow of the step, whose project has the credentials. */
  readonly owner?: { readonly workflow: string }
  /** Trace context for the provider. */
  readonly trace?: TraceHeaders | undefined
  /** What its calls count for; calls without it have no budget. */
  readonly account?: UsageAccount | undefined
  /** Called after every successful exchange. */
  readonly onUsage?: OnUsage
}

/** The call resolves after it. */
export type OnUsage = (usage: Usage, counted: ModelUsage) => void | Promise<void>

export interface StepModels {
  forStep(step: ModelStep): Models
  /** The names of the models that a provider lists. */
  list(connection: Connection, signal: AbortSignal): Promise<readonly string[]>
}

/** Models may think for minutes before the first byte, and local ones are loaded first. */
export const MODEL_LIMITS: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
  totalMs: 900_000,
  maxBytes: 16 * 1024 * 1024,
  // The longest responses today have some 130,000 chunks, of two or three lines each.
  maxLines: 500_000,
  maxHeaderBytes: 32 * 1024,
}

/** The default limits, none longer than the total time. */
export function limitsWithin(given: Pick<FetchLimits, 'totalMs' | 'maxBytes'>): Partial<FetchLimits> {
  const { firstByteMs, idleMs } = MODEL_LIMITS
  const { totalMs } = given
  return { ...given, firstByteMs: Math.min(firstByteMs, totalMs), idleMs: Math.min(idleMs, totalMs) }
}

/** Loads nothing yet: the SDK is loaded with the first call to a provider. */
export function createModels({
  log,
  limits: given,
  maxTokens,
  observation,
  meter = FREE_METER,
  ...needs
}: ModelNeeds): StepModels {
  const limits = { ...MODEL_LIMITS, ...given }

  const bounded = (call: ModelCall): ModelCall => {
    if (maxTokens === undefined) return call
    const { settings } = call
    return { ...call, settings: { ...settings, maxTokens: Math.min(settings.maxTokens ?? maxTokens, maxTokens) } }
  }

  /** Runs one exchange: connects, reports the usage, and closes all connections. */
  async function exchange<T extends { readonly usage: Usage }>(
    target: ModelTarget,
    step: ModelStep,
    ask: (provider: SdkProvider, asked: { host: string; signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { provider, model, key } = target
    const count = await meter.admit(`${provider}/${model}`, step.account)
    const { host } = new URL(target.baseUrl)
    const over = new AbortController()
    const signal = AbortSignal.any([step.signal, over.signal])
    const start = observation?.seconds() ?? 0
    const ended = (result: Pick<ModelExchange, 'usage' | 'cost' | 'code'>) => {
      if (observation === undefined) return
      const facts = { provider, model, seconds: observation.seconds() - start, ...result }
      for (const observer of observation.observers) observer.modelCallEnded?.(facts)
    }
    try {
      const fetch = tracedFetch(createEgressFetch(target.egress, limits, signal), step.trace)
      const sdk = await sdkProvider(target, expectingStreams(fetch))
      const answer = await ask(sdk, { host, signal })
      target.ended?.({})
      log.debug({ provider, model, ...answer.usage }, 'model call succeeded')
      const counted = count(answer.usage)
      ended({ usage: answer.usage, ...(counted.unpriced === 0 && { cost: counted.cost / COST_UNIT }) })
      await step.onUsage?.(answer.usage, counted)
      return answer
    } catch (error) {
      if (step.signal.aborted) ended({ code: 'ABORTED' })
      step.signal.throwIfAborted()
      const failure = modelFailure(error, { host, key })
      target.ended?.(keyOutcome(error, failure))
      log.debug({ provider, model, code: failure.code }, 'model call failed')
      ended({ code: failure.code })
      throw failure
    } finally {
      over.abort()
    }
  }

  return {
    list: (connection, signal) => listModels(connection, { ...needs, signal }),
    forStep: (step) => ({
      async answer(call) {
        step.signal.throwIfAborted()
        const target = await targetOf(call.settings, 'text', { ...needs, workflow: step.owner?.workflow })
        if (target === 'echo') return echoed(call, step, await meter.admit(ECHO, step.account))
        return exchange(target, step, async (sdk, asked) => {
          const model = sdk.text(target.model)
          const asking = bounded(call)
          try {
            return await askModel(model, asking, { ...asked, promptsSchema: false })
          } catch (error) {
            // Some providers and models do not support schemas; they reject the request before any output.
            if (call.schema === undefined || !isRefusedRequest(error)) throw error
            return askModel(model, asking, { ...asked, promptsSchema: true })
          }
        })
      },
      async embed(settings, texts) {
        step.signal.throwIfAborted()
        const target = await targetOf(settings, 'embedding', { ...needs, workflow: step.owner?.workflow })
        if (target === 'echo') {
          const count = await meter.admit(ECHO, step.account)
          const embedding = echoEmbeddings(texts)
          await step.onUsage?.(embedding.usage, count(embedding.usage))
          return embedding
        }
        if (texts.length === 0) return NOTHING
        return exchange(target, step, (sdk, { signal }) => askForEmbeddings(sdk.embedding(target.model), texts, signal))
      },
    }),
  }
}

/** The built-in model counts like others, so that budgets can be tried without a provider. */
const ECHO = 'echo/echo'

const NOTHING = { embeddings: [], usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } }

/** A long text is not streamed word by word, which would block other work for long. */
const MAX_ECHOED = 1000

function inFewerPieces(pieces: readonly string[]): readonly string[] {
  const size = Math.ceil(pieces.length / MAX_ECHOED)
  if (size <= 1) return pieces
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, at) =>
    pieces.slice(at * size, (at + 1) * size).join(''),
  )
}

async function echoed(call: ModelCall, { onUsage }: ModelStep, count: CountCall): Promise<ModelAnswer> {
  const answer = echoAnswer(call)
  if (call.onText !== undefined) for (const piece of inFewerPieces(piecesOf(answer.text))) call.onText(piece)
  await onUsage?.(answer.usage, count(answer.usage))
  return answer
}
