/** Answering a question: validation, sending, and the response. */
import type { ApiError, Interrupt } from '@millrace/client'
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useReport } from '../ui/report.ts'
import { type AnswerProblems, answerProblems, problemsByPlace } from './answer-problems.ts'
import { newerOf } from './interrupt.ts'

export interface Answering {
  /** The latest known state of the question. */
  readonly interrupt: Interrupt
  readonly isBusy: boolean
  readonly problems: AnswerProblems
  /** Error that does not belong to a field. */
  readonly failure: string | undefined
  readonly answer: (value: unknown) => void
  readonly dismiss: () => void
  /** Reloads the question from the service. */
  readonly refresh: () => void
}

/** Error codes for a question that is already closed or answered: its result is shown instead of the error. */
const ALREADY_CLOSED = new Set(['INTERRUPT_CLOSED', 'ALREADY_ANSWERED'])

export function useAnswer(client: Client, given: Interrupt, onChange?: (interrupt: Interrupt) => void): Answering {
  const [own, setOwn] = useState(given)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<AnswerProblems>({})
  const [failure, setFailure] = useState<string>()
  const report = useReport()
  const interrupt = own.id === given.id ? newerOf(given, own) : given
  const { id } = given
  const update = useCallback(
    (learned: Interrupt) => {
      setOwn(learned)
      onChange?.(learned)
    },
    [onChange],
  )
  const refresh = useCallback(() => {
    client.getInterrupt({ id }).then(update, () => undefined)
  }, [client, id, update])
  const failed = (error: ApiError) => {
    report(error, 'executeWorkflow', { isShown: true })
    const found = error.status === 422 ? problemsByPlace(error.details) : {}
    setProblems(found)
    if (Object.keys(found).length === 0) setFailure(error.message)
    if (ALREADY_CLOSED.has(error.code)) refresh()
  }
  const send = (call: Promise<Interrupt>) => {
    setBusy(true)
    setFailure(undefined)
    setProblems({})
    call.then(update, (error: unknown) => failed(asApiError(error))).finally(() => setBusy(false))
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

const EXPIRY_CHECK_DELAY_MS = 1500

/** Reloads an expired question: the page may not have received the event. */
export function useExpiryCheck(isOverdue: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isOverdue) return
    const timer = setTimeout(refresh, EXPIRY_CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOverdue, refresh])
}
