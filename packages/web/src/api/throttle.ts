/** Lets a task be asked for at any rate: it runs at once, then no more often than after a pause, and never twice at a time. */
export function throttled(pauseMs: number, signal: AbortSignal, task: () => Promise<void>): () => void {
  let isRunning = false
  let isAskedAgain = false
  const run = async () => {
    isRunning = true
    while (!signal.aborted) {
      isAskedAgain = false
      await task()
      await pause(pauseMs, signal)
      if (!isAskedAgain) break
    }
    isRunning = false
  }
  return () => {
    if (isRunning) isAskedAgain = true
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
