import type { Interrupt, PlaygroundMessage as Message } from '@millrace/client'
import { useEffect, useState } from 'react'
import { newerOf } from '../questions/interrupt.ts'
import { QuestionCard } from '../questions/question-card.tsx'
import { Moment } from './message-time.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { needsRecord } from './question-of-message.ts'

interface QuestionMessageProps {
  readonly message: Message
  readonly question: Interrupt
  readonly context: PlaygroundContextValue
  readonly takesFocus: boolean
}

/** A question in the conversation. If several users can answer, the record is loaded from the service. */
export function QuestionMessage({ message, question, context, takesFocus }: QuestionMessageProps) {
  const { client, caller } = context
  const [record, setRecord] = useState<Interrupt>()
  const { id } = question
  const hasRecord = needsRecord(question)
  const soFar = `${message.status} ${String(message.metadata.responses_so_far ?? 0)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads after every answer
  useEffect(() => {
    if (!hasRecord) return
    let isGone = false
    client.getInterrupt({ id }).then(
      (found) => {
        if (!isGone) setRecord(found)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [client, id, hasRecord, soFar])
  return (
    <QuestionCard
      client={client}
      caller={caller}
      interrupt={record === undefined ? question : newerOf(question, record)}
      head={<Moment at={message.timestamp} />}
      takesFocus={takesFocus}
    />
  )
}
