/** Answers of query commands: short Markdown, without secrets. */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import type { Refused } from './apply.ts'
import { type AskCommand, verbOf } from './command.ts'
import { refusalOf } from './edit-problem.ts'

export interface Answer {
  readonly ok: true
  readonly text: string
}

/** The answer of a query command, or the reason why there is none. */
export function answerTo(graph: Graph, command: AskCommand, catalogue: Catalogue): Answer | Refused {
  const result = refusalOf(() => verbOf(command).answer?.(graph, command, catalogue) ?? '')
  return result.ok ? { ok: true, text: result.value } : result
}
