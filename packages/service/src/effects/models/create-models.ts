/**
 * `effects.models`: language models, whoever runs them. One exchange at a time, bounded in time and size, through the
 * egress policy. Every exchange ends its connections, however it ended.
 */
import type { ModelAnswer, ModelCall, Models, Usage } from '@millrace/model'
import type { Log } from '../../services.ts'
import { createEgressFetch, type FetchLimits } from '../http/egress-fetch.ts'
import { askForEmbeddings, askModel } from './ask-model.ts'
import { echoAnswer, piecesOf } from './echo.ts'
import { echoEmbeddings } from './echo-embedding.ts'
import { isRefusedRequest, modelFailure } from './model-failure.ts'
import { type ModelTarget, type TargetNeeds, targetOf } from './model-target.ts'
import { type SdkProvider, sdkProvider } from './sdk.ts'

export interface ModelNeeds extends TargetNeeds {
  readonly log: Pick<Log, 'debug'>
  readonly limits?: Partial<FetchLimits>
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
const DEFAULTS: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
  totalMs: 900_000,
  maxBytes: 16 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
}

/** Loads nothing: the SDK comes with the first call to a provider. */
export function createModels({ log, limits: given, ...needs }: ModelNeeds): StepModels {
  const limits = { ...DEFAULTS, ...given }

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
      const sdk = await sdkProvider(target, createEgressFetch(target.egress, limits, signal))
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
          try {
            return await askModel(model, call, { ...asked, promptsSchema: false })
          } catch (error) {
            // Some providers, and some models of the others, know no schema; nothing has been said yet then.
            if (call.schema === undefined || !isRefusedRequest(error)) throw error
            return askModel(model, call, { ...asked, promptsSchema: true })
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

function echoed(call: ModelCall, { onUsage }: ModelStep): ModelAnswer {
  const answer = echoAnswer(call)
  if (call.onText !== undefined) for (const piece of piecesOf(answer.text)) call.onText(piece)
  onUsage?.(answer.usage)
  return answer
}
