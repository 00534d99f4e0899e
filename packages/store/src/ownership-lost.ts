/** A write was refused because another process has claimed the execution. */
export class OwnershipLost extends Error {
  /** Retrying cannot succeed. */
  readonly isSuperseded = true

  constructor(message: string) {
    super(message)
    this.name = 'OwnershipLost'
  }
}
