/**
 * `effects.models`: language models, whoever runs them. One exchange at a time, bounded in time and size, through the
 * egress policy. Every exchange ends its connections, however it ended.
 */
import type { ModelAnswer, ModelCall, Models, Usage } from '@millrace/model'
import type { Log } from '../../platform/ports.ts'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { askForEmbeddings, askModel } from './ask-model.ts'
import { echoAnswer, piecesOf } from './echo.ts'
import { echoEmbeddings } from './echo-embedding.ts'
import { isRefusedRequest, modelFailure } from './model-failure.ts'
import { type ModelTarget, type TargetNeeds, targetOf } from './model-target.ts'
import { type SdkProvider, sdkProvider } from './sdk.ts'
import { expectingStreams } from './stream-type.ts'

export interface ModelNeeds extends TargetNeeds {
  readonly log: Pick<Log, 'debug'>
  readonly limits?: Partial<FetchLimits>
  /** Of one answer, also where a node wants more. */
  readonly maxTokens?: number | undefined
}

/** Who asks: one attempt of a step, or whoever else wants to know what was used. */
export interface ModelStep {
  readonly signal: AbortSignal
  /** Called after every exchange that succeeded. */
  readonly onUsage?: (usage: Usage) => void
}

export interface StepModels {
  forStep(step: ModelStep): Models
}

/** Models think before they answer, and local ones are loaded first: the head of an answer may take minutes. */
export const MODEL_LIMITS: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
  totalMs: 900_000,
  maxBytes: 16 * 1024 * 1024,
  // The longest answers of today have some 130,000 pieces, of two or three lines each.
  maxLines: 500_000,
  maxHeaderBytes: 32 * 1024,
}

/** The usual limits, but none longer than the whole may take. */
export function limitsWithin(given: Pick<FetchLimits, 'totalMs' | 'maxBytes'>): Partial<FetchLimits> {
  const { firstByteMs, idleMs } = MODEL_LIMITS
  const { totalMs } = given
  return { ...given, firstByteMs: Math.min(firstByteMs, totalMs), idleMs: Math.min(idleMs, totalMs) }
}

/** Loads nothing: the SDK comes with the first call to a provider. */
export function createModels({ log, limits: given, maxTokens, ...needs }: ModelNeeds): StepModels {
  const limits = { ...MODEL_LIMITS, ...given }

  const bounded = (call: ModelCall): ModelCall => {
    if (maxTokens === undefined) return call
    const { settings } = call
    return { ...call, settings: { ...settings, maxTokens: Math.min(settings.maxTokens ?? maxTokens, maxTokens) } }
  }

  /** Runs one exchange: connects what it needs, tells what was used, and leaves nothing open. */
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
      log.debug({ provider, model, ...answer.usage }, 'a model answered')
      step.onUsage?.(answer.usage)
      return answer
    } catch (error) {
      step.signal.throwIfAborted()
      const failure = modelFailure(error, { host, key })
      log.debug({ provider, model, code: failure.code }, 'a model did not answer')
      throw failure
    } finally {
      over.abort()
    }
  }

  return {
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
            // Some providers, and some models of the others, know no schema; nothing has been said yet then.
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

/** A long text word by word would keep everybody waiting. */
const MAX_ECHOED = 1000

function inFew(pieces: readonly string[]): readonly string[] {
  const size = Math.ceil(pieces.length / MAX_ECHOED)
  if (size <= 1) return pieces
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, at) =>
    pieces.slice(at * size, (at + 1) * size).join(''),
  )
}

function echoed(call: ModelCall, { onUsage }: ModelStep): ModelAnswer {
  const answer = echoAnswer(call)
  if (call.onText !== undefined) for (const piece of inFew(piecesOf(answer.text))) call.onText(piece)
  onUsage?.(answer.usage)
  return answer
}
