import type { LoopRun } from './state.ts'

/** What the head of a loop puts out on a port in one round. */
export function roundValue({ items, value, total }: LoopRun, index: number, port: string): unknown {
  switch (port) {
    case 'item':
      return items[index]
    case 'value':
      return value
    case 'index':
      return index
    case 'total':
      return total
    case 'is_first':
      return index === 0
    case 'is_last':
      return index === total - 1
    default:
      return undefined
  }
}
