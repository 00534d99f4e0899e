import type { Catalogue, Dialect, Graph } from '@millrace/model'
import type { Translate } from '@millrace/nodes'
import { namesOfTypes } from './draft.ts'
import { ruleReply } from './interpreter/interpreter.ts'
import { languageOf } from './interpreter/lexicon/message-language.ts'
import { type PrintedReply, printedReply } from './printed-reply.ts'
import type { HistoryMessage } from './prompt/prompt.ts'
import { recentNodes } from './recent-nodes.ts'

export interface RuleQuestion {
  readonly message: string
  /** The conversation so far, oldest first. Only the last reply is used. */
  readonly history: readonly HistoryMessage[]
  /** Stands before the reply. */
  readonly note: string
  /** The language of the page. */
  readonly page?: string | undefined
}

export interface RuleWorld {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly dialect: Dialect
  /** Translates the texts of the catalogue; without it, replies show them in English. */
  readonly toGerman?: Translate | undefined
}

/** The reply of the built-in assistant, as it is sent. */
export function answerByRules(
  { message, history, note, page }: RuleQuestion,
  { graph, catalogue, dialect, toGerman }: RuleWorld,
): PrintedReply {
  const { text, commands } = ruleReply({
    message,
    graph,
    catalogue,
    recent: recentNodes(history, graph),
    page,
    toGerman,
  })
  const whole = note === '' ? text : `${note}\n\n${text}`
  const { texts } = languageOf(message, page)
  const nameOf = namesOfTypes(page === 'de' ? toGerman : undefined)
  return printedReply({ text: whole, commands }, { graph, catalogue, dialect, texts, nameOf })
}
