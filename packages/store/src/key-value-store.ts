/** Small JSON values by namespace and key. */
export interface KeyValueStore {
  get(namespace: string, key: string): Promise<unknown>
  /** Without `writtenAt` the value is never pruned. */
  set(namespace: string, key: string, value: unknown, writtenAt?: number): Promise<void>
  /** False if there was none. */
  delete(namespace: string, key: string): Promise<boolean>
  /** All values of a namespace, by key. */
  list(namespace: string): Promise<readonly { readonly key: string; readonly value: unknown }[]>
  /** Removes at most `batch` values that were written before a time, oldest first, and returns their number. */
  prune(query: { readonly writtenBefore: number; readonly batch: number }): Promise<number>
}
