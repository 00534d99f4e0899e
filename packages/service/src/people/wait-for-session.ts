import type { QuestionRow } from '@millrace/engine'
import type { Playground } from '../playground/playground-port.ts'

/** Longer than what follows an answer usually takes, shorter than a person notices. */
const PATIENCE_MS = 500

/** Older clients fetch the messages once, right after the answer: what follows from it should be there by then. */
export async function shownInSession(
  { sessionId }: QuestionRow,
  playground: Pick<Playground, 'settled'>,
): Promise<void> {
  if (sessionId !== null) await playground.settled(sessionId, PATIENCE_MS)
}
