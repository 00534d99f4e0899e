import { asApiError } from '../api/api-error.ts'
import { useOverlays } from '../ui/overlays.tsx'

/** Reports the result of a change: shows its message and reloads, or shows the error. */
export function useReport(reload: () => void): (change: Promise<string>) => Promise<void> {
  const { toast } = useOverlays()
  return (change) =>
    change.then(
      (text) => {
        toast({ tone: 'success', text })
        reload()
      },
      (error: unknown) => toast({ tone: 'error', text: asApiError(error).message }),
    )
}
