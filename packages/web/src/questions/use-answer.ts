/** Answering a question: the check before it is sent, the sending, and what the service says to it. */
import type { ApiError, Interrupt } from '@millrace/client'
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useReport } from '../ui/report.ts'
import { type AnswerProblems, answerProblems, problemsByPlace } from './answer-problems.ts'
import { newerOf } from './interrupt.ts'

export interface Answering {
  /** The newest that is known of the question. */
  readonly interrupt: Interrupt
  readonly isBusy: boolean
  readonly problems: AnswerProblems
  /** What went wrong where no field is to blame. */
  readonly failure: string | undefined
  readonly answer: (value: unknown) => void
  readonly dismiss: () => void
  /** Looks at the service for what became of it. */
  readonly refresh: () => void
}

/** Codes that mean that somebody or something was quicker: what became of the question says it better than the error. */
const OVERTAKEN = new Set(['INTERRUPT_CLOSED', 'ALREADY_ANSWERED'])

export function useAnswer(client: Client, given: Interrupt, onChange?: (interrupt: Interrupt) => void): Answering {
  const [own, setOwn] = useState(given)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<AnswerProblems>({})
  const [failure, setFailure] = useState<string>()
  const report = useReport()
  const interrupt = own.id === given.id ? newerOf(given, own) : given
  const { id } = given
  const learn = useCallback(
    (learned: Interrupt) => {
      setOwn(learned)
      onChange?.(learned)
    },
    [onChange],
  )
  const refresh = useCallback(() => {
    client.getInterrupt({ id }).then(learn, () => undefined)
  }, [client, id, learn])
  const failed = (error: ApiError) => {
    report(error, 'executeWorkflow', { isShown: true })
    const found = error.status === 422 ? problemsByPlace(error.details) : {}
    setProblems(found)
    if (Object.keys(found).length === 0) setFailure(error.message)
    if (OVERTAKEN.has(error.code)) refresh()
  }
  const send = (call: Promise<Interrupt>) => {
    setBusy(true)
    setFailure(undefined)
    setProblems({})
    call.then(learn, (error: unknown) => failed(asApiError(error))).finally(() => setBusy(false))
  }
  return {
    interrupt,
    isBusy,
    problems,
    failure,
    refresh,
    answer(value) {
      const found = answerProblems(interrupt, value)
      setProblems(found)
      if (Object.keys(found).length === 0) send(client.resolveInterrupt({ id, body: { value } }))
    },
    dismiss: () => send(client.cancelInterrupt({ id })),
  }
}

const PATIENCE_MS = 1500

/** Once its time is up, the service is asked what became of it; nobody may have told us. */
export function useExpiryCheck(isOverdue: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isOverdue) return
    const timer = setTimeout(refresh, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isOverdue, refresh])
}
