/** Answers of the commands that ask: short Markdown, without secrets. */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import type { Refused } from './apply.ts'
import { type AskCommand, verbOf } from './command.ts'
import { refusalOf } from './edit-problem.ts'

export interface Answer {
  readonly ok: true
  readonly text: string
}

/** What a question is answered with, or why it cannot be. */
export function answerTo(graph: Graph, command: AskCommand, catalogue: Catalogue): Answer | Refused {
  const result = refusalOf(() => verbOf(command).answer?.(graph, command, catalogue) ?? '')
  return result.ok ? { ok: true, text: result.value } : result
}
