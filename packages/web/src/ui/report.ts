/** Failed requests of mounted parts: the host is notified through `onApiError` and may suppress the toast. */
import { createContext, useCallback, useContext } from 'react'
import { type OnApiError, type Operation, reportFailure } from '../api/operations.ts'
import { useOverlays } from './overlays.tsx'

/** The handler of the host; absent in the app. */
export const OnApiErrorContext = createContext<OnApiError | undefined>(undefined)

export interface ReportOptions {
  /** Text of the toast; defaults to the error's message. */
  readonly text?: string
  /** True if the error is shown in place, so no toast is needed. */
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
