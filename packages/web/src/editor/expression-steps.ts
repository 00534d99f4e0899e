/** The undo steps of an expression. */
import { type EditHistory, type Graph, readExpressions, undone } from '@millrace/model'

export interface ExpressionPlace {
  readonly node: string
  readonly setting: string
}

/** Changes of the text of one expression in quick succession are one step. */
export function textStep({ node, setting }: ExpressionPlace): string {
  return `expression:${node}:${setting}`
}

export function expressionIn({ nodes }: Graph, { node, setting }: ExpressionPlace): string | undefined {
  const found = nodes.find(({ id }) => id === node)
  return found && readExpressions(found)[setting]
}

/**
 * How many steps one undo takes if the text editor of the expression has nothing to undo: usually one. Steps whose sum
 * changed nothing, because the text editor undid them as a further step, are skipped.
 */
export function stepsToUndo<Label>(history: EditHistory<Graph, Label>, place: ExpressionPlace): number {
  const others = history.past.findLastIndex(({ coalesce }) => coalesce !== textStep(place))
  const own = history.past.length - 1 - others
  let before = history
  for (let left = own; left > 0; left -= 1) {
    const result = undone(before)
    if (!result.ok) return 1
    before = result.history
  }
  return expressionIn(before.document, place) === expressionIn(history.document, place) ? own + 1 : 1
}
