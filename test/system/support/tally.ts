/** Counts replies by operation and status. */
export interface Tally {
  add(operation: string, status: number): void
  statusesOf(operation: string): readonly number[]
  /** Whether anything was answered with a status. */
  has(status: number): boolean
  summary(): string
}

export function tally(): Tally {
  const counts = new Map<string, Map<number, number>>()
  return {
    add(operation, status) {
      const own = counts.get(operation) ?? new Map<number, number>()
      own.set(status, (own.get(status) ?? 0) + 1)
      counts.set(operation, own)
    },
    statusesOf: (operation) => [...(counts.get(operation)?.keys() ?? [])],
    has: (status) => [...counts.values()].some((own) => own.has(status)),
    summary() {
      const byStatus = new Map<number, number>()
      for (const own of counts.values()) {
        for (const [status, count] of own) byStatus.set(status, (byStatus.get(status) ?? 0) + count)
      }
      const total = [...byStatus.values()].reduce((sum, count) => sum + count, 0)
      const parts = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
      return `${total} requests answered: ${parts.join(', ')}`
    },
  }
}
