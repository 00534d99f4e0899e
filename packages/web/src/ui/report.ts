/** Failed calls of mounted parts: the host is told through `onApiError` and may suppress the toast. */
import { createContext, useCallback, useContext } from 'react'
import { type OnApiError, type Operation, reportFailure } from '../api/operations.ts'
import { useOverlays } from './overlays.tsx'

/** The handler of the host that mounted this part; absent on our own pages. */
export const OnApiErrorContext = createContext<OnApiError | undefined>(undefined)

export interface ReportOptions {
  /** The text of the toast; the message of the error unless given. */
  readonly text?: string
  /** The failure is shown in place, so there is no toast. */
  readonly isShown?: boolean
}

export type Report = (error: unknown, operation: Operation, options?: ReportOptions) => void

export function useReport(): Report {
  const { toast } = useOverlays()
  const onApiError = useContext(OnApiErrorContext)
  return useCallback(
    (error, operation, { text, isShown = false } = {}) => {
      const show = (message: string) => {
        if (!isShown) toast({ tone: 'error', text: text ?? message })
      }
      reportFailure(error, operation, { onApiError, toast: show })
    },
    [toast, onApiError],
  )
}
