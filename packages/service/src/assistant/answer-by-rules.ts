import type { Catalogue, Dialect, Graph } from '@millrace/model'
import { ruleReply } from './interpreter/interpreter.ts'
import { type PrintedReply, printedReply } from './printed-reply.ts'
import type { Said } from './prompt/prompt.ts'
import { recentNodes } from './recent-nodes.ts'

export interface RuleQuestion {
  readonly message: string
  /** The conversation so far, oldest first. Only the last reply is used. */
  readonly history: readonly Said[]
  /** Stands before the reply. */
  readonly note: string
}

/** The reply of the built-in assistant, as it is sent. */
export function answerByRules(
  { message, history, note }: RuleQuestion,
  { graph, catalogue, dialect }: { readonly graph: Graph; readonly catalogue: Catalogue; readonly dialect: Dialect },
): PrintedReply {
  const { text, commands } = ruleReply({ message, graph, catalogue, recent: recentNodes(history, graph) })
  const whole = note === '' ? text : `${note}\n\n${text}`
  return printedReply({ text: whole, commands }, { graph, catalogue, dialect })
}
