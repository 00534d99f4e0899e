import type { QuestionRow } from '@millrace/engine'
import type { Playground } from '../playground/playground-port.ts'

/** Long enough for most follow-up steps, short enough that a person does not notice. */
const PATIENCE_MS = 500

/** Older clients fetch messages once, right after answering, so the follow-up messages should exist by then. */
export async function shownInSession(
  { sessionId }: QuestionRow,
  playground: Pick<Playground, 'settled'>,
): Promise<void> {
  if (sessionId !== null) await playground.settled(sessionId, PATIENCE_MS)
}
