/** The reply to a call whose event is in the history: the worker that wrote it could not write the reply any more. */
import { type Journal, questionRow, Replay } from '@millrace/engine'
import type { ClusterCall, Reply } from './cluster-calls.ts'

export interface HandledCall {
  /** Of the execution. */
  readonly id: string
  readonly position: number
  readonly args: ClusterCall
}

export async function earlierReply(
  journal: Pick<Journal, 'load'>,
  { id, position, args }: HandledCall,
): Promise<Reply> {
  const stored = await journal.load(id)
  if (stored === undefined) return false
  const { record, events } = stored
  const replay = new Replay(record.plan)
  for (const event of events.slice(0, position + 1)) replay.apply(event)
  const isAccepted = replay.takeChange().accepted
  if (args.op !== 'answer') return isAccepted
  const asked = replay.state.questions.get(args.given.question)
  if (!isAccepted || asked === undefined) return { accepted: false, why: 'closed' }
  return { accepted: true, row: questionRow(record, replay.state, asked) }
}
