import type { Catalogue, Dialect, Workflow } from '@millrace/model'
import type { PrintedReply } from '../../assistant/printed-reply.ts'
import { answerByRules, type RuleQuestion } from '../../assistant/rules/answer-by-rules.ts'

export interface RuleReplyInput {
  readonly question: RuleQuestion
  /** An object with `nodes` and `edges`, as JSON. */
  readonly graph: string
  /** Node types (pairs of id and type) and categories, as JSON. */
  readonly catalogue: string
  readonly dialect: Dialect
}

/** The catalogue is the same text every time, so each thread reads it once. */
let known: { readonly text: string; readonly catalogue: Catalogue } | undefined

function catalogueFrom(text: string): Catalogue {
  if (known?.text !== text) {
    const { types, categories } = JSON.parse(text)
    known = { text, catalogue: { types: new Map(types), categories } }
  }
  return known.catalogue
}

/** The reply of the built-in assistant. */
export function perform({ question, graph: text, catalogue, dialect }: RuleReplyInput): PrintedReply {
  const { nodes, edges }: Workflow = JSON.parse(text)
  return answerByRules(question, { graph: { nodes, edges }, catalogue: catalogueFrom(catalogue), dialect })
}
