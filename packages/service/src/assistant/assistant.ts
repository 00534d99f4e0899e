/** The assistant that edits workflows by chat: a model if one is set, else rules; rules as well when the model fails. */
import { type Catalogue, type Dialect, type Graph, type ModelSettings, type Models, NodeFailure } from '@millrace/model'
import type { Log } from '../given.ts'
import { modelReply } from './model-assistant.ts'
import { type PrintedReply, printedReply } from './printed-reply.ts'
import type { Said } from './prompt/prompt.ts'
import { recentNodes } from './recent-nodes.ts'
import { ruleReply } from './rules/rule-assistant.ts'

export interface AssistantRequest {
  readonly message: string
  /** The workflow as the editor has it. */
  readonly graph: Graph
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
  readonly log: Pick<Log, 'warn'>
}

/** All exchanges for one message together may take this long. */
const LONGEST_MS = 180_000

export function createAssistant({ catalogue, dialect, model, log }: AssistantNeeds): Assistant {
  const byRules = ({ message, graph, history }: AssistantRequest, note = ''): AssistantReply => {
    const { text, commands } = ruleReply({ message, graph, catalogue, recent: recentNodes(history, graph) })
    return {
      ...printedReply({ text: note === '' ? text : `${note}\n\n${text}`, commands }, { graph, catalogue, dialect }),
      source: 'rules',
    }
  }

  return {
    async reply(request) {
      if (model === undefined) return byRules(request)
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_MS)])
      const models = model.models.forStep({ signal })
      try {
        const answer = await modelReply(request, catalogue, (system, messages) =>
          models.answer({ settings: model.settings, system, messages }),
        )
        return { ...printedReply(answer, { graph: request.graph, catalogue, dialect }), source: 'model' }
      } catch (error) {
        request.signal.throwIfAborted()
        log.warn(
          { code: error instanceof NodeFailure ? error.code : 'UNKNOWN' },
          'the model of the assistant did not answer',
        )
        return byRules(request, noteOn(error, signal))
      }
    },
  }
}

function noteOn(error: unknown, signal: AbortSignal): string {
  const why = signal.aborted ? 'it took too long' : error instanceof NodeFailure ? error.message : 'it failed'
  return `_The model could not be asked (${why}). The built-in assistant answers instead; it understands simpler requests._`
}
