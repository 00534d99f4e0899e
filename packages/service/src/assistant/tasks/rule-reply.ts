import type { Dialect, Workflow } from '@millrace/model'
import { translationTo } from '@millrace/nodes'
import { catalogueFrom } from '../../catalogue/catalogue-text.ts'
import { answerByRules, type RuleQuestion } from '../answer-by-rules.ts'
import type { PrintedReply } from '../printed-reply.ts'

export interface RuleReplyInput {
  readonly question: RuleQuestion
  /** An object with `nodes` and `edges`, as JSON. */
  readonly graph: string
  /** See `catalogueText`. */
  readonly catalogue: string
  readonly dialect: Dialect
}

/** The reply of the built-in assistant. */
export async function perform({ question, graph: text, catalogue, dialect }: RuleReplyInput): Promise<PrintedReply> {
  const { nodes, edges }: Workflow = JSON.parse(text)
  const toGerman = await translationTo('de')
  return answerByRules(question, { graph: { nodes, edges }, catalogue: catalogueFrom(catalogue), dialect, toGerman })
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'rule-reply': typeof perform
  }
}
