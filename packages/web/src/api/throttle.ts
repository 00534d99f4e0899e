/** Throttles a task: it runs immediately, then at most once per pause, and never concurrently. */
export function throttled(pauseMs: number, signal: AbortSignal, task: () => Promise<void>): () => void {
  let isRunning = false
  let isRequestedAgain = false
  const run = async () => {
    isRunning = true
    while (!signal.aborted) {
      isRequestedAgain = false
      await task()
      await pause(pauseMs, signal)
      if (!isRequestedAgain) break
    }
    isRunning = false
  }
  return () => {
    if (isRunning) isRequestedAgain = true
    else if (!signal.aborted) void run()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
