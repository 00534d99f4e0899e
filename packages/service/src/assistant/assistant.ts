/** The assistant that edits workflows by chat: a model if one is set, else rules; rules as well when the model fails. */
import { type Catalogue, type Dialect, type Graph, type ModelSettings, type Models, NodeFailure } from '@millrace/model'
import type { Log } from '../platform/ports.ts'
import { modelReply } from './model-assistant.ts'
import { type PrintedReply, printedReply } from './printed-reply.ts'
import type { Said } from './prompt/prompt.ts'
import { answerByRules } from './rules/answer-by-rules.ts'
import type { ThreadQuestion } from './rules/rules-in-thread.ts'

export interface AssistantRequest {
  readonly message: string
  /** The workflow as the editor has it, as JSON: an object with `nodes` and `edges`. */
  readonly graph: string
  /** What was said before, oldest first. */
  readonly history: readonly Said[]
  readonly signal: AbortSignal
}

export interface AssistantReply extends PrintedReply {
  readonly source: 'rules' | 'model'
}

export interface Assistant {
  reply(request: AssistantRequest): Promise<AssistantReply>
}

export interface AssistantNeeds {
  readonly catalogue: Catalogue
  readonly dialect: Dialect
  /** The model to ask; without it the rules answer. */
  readonly model?:
    | { readonly settings: ModelSettings; readonly models: { forStep(step: { signal: AbortSignal }): Models } }
    | undefined
  /** Answers by rules; without it they run in this thread, which nothing ends. */
  readonly byRules?: (question: ThreadQuestion) => Promise<PrintedReply>
  readonly log: Pick<Log, 'warn'>
}

/** All exchanges for one message together may take this long. */
const LONGEST_MS = 180_000

export function createAssistant({ catalogue, dialect, model, byRules, log }: AssistantNeeds): Assistant {
  const ruled = async (request: AssistantRequest, note = ''): Promise<AssistantReply> => {
    const question = { ...request, note }
    const reply =
      byRules === undefined
        ? answerByRules(question, { graph: graphFrom(request.graph), catalogue, dialect })
        : await byRules(question)
    return { ...reply, source: 'rules' }
  }

  return {
    async reply(request) {
      if (model === undefined) return ruled(request)
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_MS)])
      const models = model.models.forStep({ signal })
      try {
        const graph = graphFrom(request.graph)
        const answer = await modelReply({ ...request, graph }, catalogue, (system, messages) =>
          models.answer({ settings: model.settings, system, messages }),
        )
        return { ...printedReply(answer, { graph, catalogue, dialect }), source: 'model' }
      } catch (error) {
        request.signal.throwIfAborted()
        log.warn(
          { code: error instanceof NodeFailure ? error.code : 'UNKNOWN' },
          'the model of the assistant did not answer',
        )
        return ruled(request, noteOn(error, signal))
      }
    },
  }
}

function graphFrom(json: string): Graph {
  const { nodes, edges }: Graph = JSON.parse(json)
  return { nodes, edges }
}

function noteOn(error: unknown, signal: AbortSignal): string {
  const why = signal.aborted ? 'it took too long' : error instanceof NodeFailure ? error.message : 'it failed'
  return `_The model could not be asked (${why}). The built-in assistant answers instead; it understands simpler requests._`
}
