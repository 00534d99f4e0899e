/**
 * `effects.models`: language models of all providers. Every exchange is limited in time and size, obeys the egress policy
 * and closes its connections.
 */
import type { ModelAnswer, ModelCall, ModelSettings, Models, Usage } from '@millrace/model'
import type { Log } from '../../platform/ports.ts'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { askForEmbeddings, askModel } from './ask-model.ts'
import { echoAnswer, piecesOf } from './echo.ts'
import { echoEmbeddings } from './echo-embedding.ts'
import { listModels } from './list-models.ts'
import { isRefusedRequest, modelFailure } from './model-failure.ts'
import { type ModelTarget, type TargetNeeds, targetOf } from './model-target.ts'
import { type SdkProvider, sdkProvider } from './sdk.ts'
import { expectingStreams } from './stream-type.ts'

export interface ModelNeeds extends TargetNeeds {
  readonly log: Pick<Log, 'debug'>
  readonly limits?: Partial<FetchLimits>
  /** Maximum output tokens of one response, even if a node sets more. */
  readonly maxTokens?: number | undefined
}

/** The caller: one attempt of a step, or another part of the service. */
export interface ModelStep {
  readonly signal: AbortSignal
  /** Called after every successful exchange. */
  readonly onUsage?: (usage: Usage) => void
}

export interface StepModels {
  forStep(step: ModelStep): Models
  /** The names of the models that a provider lists. */
  list(settings: Pick<ModelSettings, 'connection' | 'provider'>, signal: AbortSignal): Promise<readonly string[]>
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
export function createModels({ log, limits: given, maxTokens, ...needs }: ModelNeeds): StepModels {
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
    const { host } = new URL(target.baseUrl)
    const over = new AbortController()
    const signal = AbortSignal.any([step.signal, over.signal])
    try {
      const sdk = await sdkProvider(target, expectingStreams(createEgressFetch(target.egress, limits, signal)))
      const answer = await ask(sdk, { host, signal })
      log.debug({ provider, model, ...answer.usage }, 'model call succeeded')
      step.onUsage?.(answer.usage)
      return answer
    } catch (error) {
      step.signal.throwIfAborted()
      const failure = modelFailure(error, { host, key })
      log.debug({ provider, model, code: failure.code }, 'model call failed')
      throw failure
    } finally {
      over.abort()
    }
  }

  return {
    list: (settings, signal) => listModels(settings, { ...needs, signal }),
    forStep: (step) => ({
      async answer(call) {
        step.signal.throwIfAborted()
        const target = await targetOf(call.settings, 'text', needs)
        if (target === 'echo') return echoed(call, step)
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
        const target = await targetOf(settings, 'embedding', needs)
        const embedding = target === 'echo' ? echoEmbeddings(texts) : undefined
        if (embedding !== undefined) step.onUsage?.(embedding.usage)
        if (target === 'echo' || texts.length === 0) return embedding ?? NOTHING
        return exchange(target, step, (sdk, { signal }) => askForEmbeddings(sdk.embedding(target.model), texts, signal))
      },
    }),
  }
}

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

function echoed(call: ModelCall, { onUsage }: ModelStep): ModelAnswer {
  const answer = echoAnswer(call)
  if (call.onText !== undefined) for (const piece of inFewerPieces(piecesOf(answer.text))) call.onText(piece)
  onUsage?.(answer.usage)
  return answer
}
