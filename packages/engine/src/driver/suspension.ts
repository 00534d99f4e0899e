/**
 * The abort reason of a step that will run again from its history, because the engine closes or the journal failed.
 * Such a step must not undo its side effects: the next run expects to find them.
 */
export class Suspension extends Error {
  constructor(message: string) {
    super(message)
    // The name that code checks for after an abort.
    this.name = 'AbortError'
  }
}

/** True if an aborted step will be run again. */
export function isSuspended({ reason }: AbortSignal): boolean {
  return reason instanceof Suspension
}
