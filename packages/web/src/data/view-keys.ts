/** What the keys do in the views of a value. Pure. */
import type { TreeRow } from './tree-rows.ts'

export type TreeMove = { readonly go: number } | { readonly toggle: TreeRow; readonly isOpen: boolean }

/** The effect of a key in a tree; undefined if the key has none. */
export function treeMove(key: string, rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return { go: at + 1 }
    case 'ArrowUp':
      return { go: Math.max(at - 1, 0) }
    case 'Home':
      return { go: 0 }
    case 'End':
      return { go: rows.length - 1 }
    case 'ArrowRight':
      return row && (row.isOpen ? { go: at + 1 } : { toggle: row, isOpen: true })
    case 'ArrowLeft':
      if (row?.isOpen) return { toggle: row, isOpen: false }
      return row?.parent && { go: rows.findIndex(({ id }) => id === row.parent?.id) }
    case 'Enter':
      return row && { toggle: row, isOpen: !row.isOpen }
    default:
      return undefined
  }
}

export interface Cell {
  /** Position in the shown rows. */
  readonly row: number
  readonly column: number
}

/** The cell that a key leads to; undefined if the key does not move. */
export function gridMove(key: string, { row, column }: Cell, rowCount: number): Cell | undefined {
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'Home':
      return { row: 0, column }
    case 'End':
      return { row: rowCount - 1, column }
    default:
      return undefined
  }
}
