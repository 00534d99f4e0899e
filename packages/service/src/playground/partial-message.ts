import type { NewMessage } from '@millrace/store'
import type { Delta } from '../executions/streams/partial-output.ts'
import { shownText } from './shown-values.ts'

/** The message of a text that a node was still streaming when its turn was stopped. */
export function partialMessage(
  { executionId, nodeId, text }: Delta,
  facts: Pick<NewMessage, 'id' | 'at' | 'parentId'>,
): NewMessage {
  return {
    ...facts,
    role: 'assistant',
    content: shownText(text),
    status: 'completed',
    executionId,
    nodeId,
    metadata: { isPartial: true },
  }
}
