/** The assistant that edits workflows by chat. A model answers if one is set; without it, or when it fails, the rules do. */
import {
  type Catalogue,
  type Dialect,
  type Graph,
  type ModelSettings,
  type Models,
  NodeFailure,
  type UsageAccount,
} from '@millrace/model'
import { translationTo } from '@millrace/nodes'
import type { Log } from '../platform/ports.ts'
import { answerByRules } from './answer-by-rules.ts'
import { namesOfTypes } from './draft.ts'
import { languageOf } from './interpreter/lexicon/message-language.ts'
import { modelReply } from './model-assistant.ts'
import { type PrintedReply, printedReply } from './printed-reply.ts'
import type { HistoryMessage } from './prompt/prompt.ts'
import type { ThreadQuestion } from './rules-in-thread.ts'
import type { WorkflowReads } from './tools/assistant-tools.ts'

export interface AssistantRequest {
  readonly message: string
  /** The workflow as the editor has it, as JSON: an object with `nodes` and `edges`. */
  readonly graph: string
  /** Earlier messages, oldest first. */
  readonly history: readonly HistoryMessage[]
  readonly signal: AbortSignal
  /** The language of the page, such as `de`. */
  readonly page?: string | undefined
  /** What a model may read beside the workflow, with the rights of the caller. */
  readonly reads?: WorkflowReads
  /** What the calls of a model count for. */
  readonly account?: UsageAccount
}

export interface AssistantReply extends PrintedReply {
  readonly source: 'rules' | 'model'
}

export interface Assistant {
  reply(request: AssistantRequest): Promise<AssistantReply>
}

/** A model, and how to reach it. */
export interface AssistantModel {
  readonly settings: ModelSettings
  readonly models: { forStep(step: { signal: AbortSignal; account?: UsageAccount | undefined }): Models }
}

export interface AssistantNeeds {
  readonly catalogue: Catalogue
  readonly dialect: Dialect
  /** The model to ask; without it the rules answer. */
  readonly model?: AssistantModel | undefined
  /** Answers by rules in a worker thread; without it they run in this thread, without a deadline. */
  readonly byRules?: (question: ThreadQuestion) => Promise<PrintedReply>
  readonly log: Pick<Log, 'warn'>
}

/** All exchanges for one message together may take this long. */
const LONGEST_MS = 180_000

export function createAssistant({ catalogue, dialect, model, byRules, log }: AssistantNeeds): Assistant {
  const ruled = async (request: AssistantRequest, note = ''): Promise<AssistantReply> => {
    const { message, graph, history, signal, page } = request
    const question = { message, graph, history, signal, note, page }
    const reply =
      byRules === undefined
        ? answerByRules(question, {
            graph: graphFrom(graph),
            catalogue,
            dialect,
            toGerman: await translationTo('de'),
          })
        : await byRules(question)
    return { ...reply, source: 'rules' }
  }

  return {
    async reply(request) {
      if (model === undefined) return ruled(request)
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_MS)])
      const models = model.models.forStep({ signal, account: request.account })
      try {
        const graph = graphFrom(request.graph)
        const answer = await modelReply({ ...request, graph }, catalogue, (question) => {
          signal.throwIfAborted()
          // Streamed, so that an abort takes effect at once and a slow answer is not taken for a dead connection.
          return models.answer({ settings: model.settings, ...question, onText: () => {} })
        })
        const { texts } = languageOf(request.message, request.page)
        const nameOf = namesOfTypes(await translationTo(request.page ?? 'en'))
        return { ...printedReply(answer, { graph, catalogue, dialect, texts, nameOf }), source: 'model' }
      } catch (error) {
        request.signal.throwIfAborted()
        log.warn(
          { code: error instanceof NodeFailure ? error.code : 'UNKNOWN' },
          'the model of the assistant did not answer',
        )
        return ruled(request, noteOn(error, signal, languageOf(request.message, request.page)))
      }
    },
  }
}

function graphFrom(json: string): Graph {
  const { nodes, edges }: Graph = JSON.parse(json)
  return { nodes, edges }
}

function noteOn(error: unknown, signal: AbortSignal, { texts, message }: ReturnType<typeof languageOf>): string {
  const failed = error instanceof NodeFailure ? message(error.message) : texts.modelBroken
  return texts.modelFailed(signal.aborted ? texts.modelTooSlow : failed)
}
