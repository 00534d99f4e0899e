import type { AskedQuestion, Written } from '@millrace/engine'

/** Events that change a question. The end of an execution closes its open questions. */
const CHANGES = new Set(['step-asks', 'step-answered', 'step-unanswered', 'finished'])

/** The questions that a batch of events asked, answered or closed. */
export function changedQuestions({ events, state }: Pick<Written, 'events' | 'state'>): AskedQuestion[] {
  if (state.questions.size === 0 || !events.some(({ type }) => CHANGES.has(type))) return []
  const ids = new Set(events.flatMap((event) => ('id' in event ? [event.id] : [])))
  const isOver = state.finishedAt !== undefined
  return [...state.questions.values()].filter(
    ({ id, why, closedAt }) => ids.has(id) || (isOver && why === 'stopped' && closedAt === state.finishedAt),
  )
}
