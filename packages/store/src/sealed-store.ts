import type { SqlValue } from './sql.ts'

export interface SealedValue {
  readonly context: string
  readonly sealed: Uint8Array
}

/** Where a pass continues: the place, and the last row of it that was read. */
export interface SealedCursor {
  readonly place: number
  readonly after: readonly SqlValue[] | undefined
}

export interface SealedStore {
  /**
   * Passes the next values to `reseal`, stores those that it replaces and returns where to continue; undefined at the end.
   * Reads and writes a bounded number of rows. A value that was changed meanwhile stays as it is.
   */
  resealNext(
    cursor: SealedCursor | undefined,
    reseal: (value: SealedValue) => Uint8Array | undefined,
  ): Promise<SealedCursor | undefined>
}
