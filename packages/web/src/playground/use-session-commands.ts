import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useReport } from '../ui/report.ts'

interface SessionCommands {
  readonly stop: () => void
  readonly isStopping: boolean
  readonly reset: () => void
  /** Reports a rejected command, with the problems of the workflow that caused it. */
  readonly reportFailure: (failure: unknown) => void
}

/** Stopping and resetting a session. */
export function useSessionCommands(client: Client, sessionId: string): SessionCommands {
  const report = useReport()
  const [isStopping, setStopping] = useState(false)
  const reportFailure = (failure: unknown) => report(failure, 'executeWorkflow', { text: problemText(failure) })
  const stop = () => {
    setStopping(true)
    client
      .stopPlaygroundSession({ sessionId })
      .catch(reportFailure)
      .finally(() => setStopping(false))
  }
  const reset = () => void client.resetPlaygroundSession({ sessionId }).catch(reportFailure)
  return { stop, isStopping, reset, reportFailure }
}

/** The service rejects a workflow that cannot run with a list of its problems. */
function problemText(failure: unknown): string {
  const { message, details } = asApiError(failure)
  const more = details.flatMap((detail) =>
    detail.message && !message.includes(detail.message) ? [detail.message] : [],
  )
  return [message, ...more.slice(0, 3)].join(' ')
}
