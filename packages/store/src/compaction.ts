/** The result of `compactDatabase`. */
export interface Compaction {
  /** Bytes on disk. */
  readonly before: number
  readonly after: number
  /** Whether the space was returned to the disk; otherwise only the database can use it again. */
  readonly isReturned: boolean
}
