/** The longest work between two turns of the event loop. */
const SLICE_MS = 8

declare const setImmediate: ((callback: () => void) => unknown) | undefined

/** Yields to the event loop: requests, timers and other pending work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // Browsers have no setImmediate.
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}

/** Splits long work into slices: `if (slice.isOver) await slice.next()` inside the loop. */
export class TimeSlice {
  #since = performance.now()

  /** Whether the work has blocked the event loop for long enough. */
  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS
  }

  /** Resolves in another turn of the event loop. */
  async next(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}

/** `items.map(change)` in slices. */
export async function mapInSlices<T, U>(items: readonly T[], change: (item: T, at: number) => U): Promise<U[]> {
  const slice = new TimeSlice()
  const changed: U[] = []
  for (let at = 0; at < items.length; at++) {
    changed.push(change(items[at] as T, at))
    if (slice.isOver) await slice.next()
  }
  return changed
}

/** Runs a generator to its end in slices; it yields wherever it may be interrupted. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  const slice = new TimeSlice()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (slice.isOver) await slice.next()
  }
}

/** Runs a generator to its end without a pause. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
