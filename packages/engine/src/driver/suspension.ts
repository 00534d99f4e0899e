/**
 * Why a step is told to stop although it is still wanted: the engine is closed, or its journal failed. It is run again
 * from its history. What it has begun elsewhere must be left as it is, or it would be found in ruins then.
 */
export class Suspension extends Error {
  constructor(message: string) {
    super(message)
    // As whoever is told to stop by an `AbortSignal` knows it.
    this.name = 'AbortError'
  }
}

/** Whether a step that was told to stop will be run again. */
export function isSuspended({ reason }: AbortSignal): boolean {
  return reason instanceof Suspension
}
