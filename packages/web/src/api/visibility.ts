/** Page visibility. Without a document the page counts as visible. */

/** Grace period: hiding the page for a moment does not count. */
const HIDDEN_GRACE_MS = 15_000

const isHidden = () => typeof document !== 'undefined' && document.hidden

/** Resolves when the page is visible or the signal aborts. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  if (!isHidden() || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (isHidden() && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
  })
}

/** Returns a signal that aborts with the given one, or after the page has been hidden for the grace period. */
export function whileVisible(signal: AbortSignal): { readonly signal: AbortSignal; readonly done: () => void } {
  if (typeof document === 'undefined') return { signal, done: () => undefined }
  const left = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (isHidden()) timer = setTimeout(() => left.abort(), HIDDEN_GRACE_MS)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return {
    signal: AbortSignal.any([signal, left.signal]),
    done() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}
