/** The visible rows of a value as a tree. Pure. */
import type { PathStep } from './expression-path.ts'

export interface TreeRow {
  /** Identifies the row by the path to its value. */
  readonly id: string
  readonly depth: number
  readonly step: PathStep
  readonly value: unknown
  readonly parent: TreeRow | undefined
  /** Number of entries of an object or list; undefined for other values. */
  readonly size: number | undefined
  readonly isOpen: boolean
}

/** Which rows the user opened (true) or closed (false). */
export type Toggled = ReadonlyMap<string, boolean>

/** Rows below the top are open at first as long as the tree stays this small. */
const OPEN_ROWS = 40

/** The rows of a value; with a query only matching rows and the rows above them. */
export function treeRows(value: unknown, toggled: Toggled, query = ''): TreeRow[] {
  const rows: TreeRow[] = []
  const wanted = query.trim().toLowerCase()
  if (wanted === '') addOpen(rows, value, { toggled, opens: opensAtFirst(value) })
  else addMatching(rows, value, { wanted, parent: undefined })
  return rows
}

interface Walk {
  readonly toggled: Toggled
  readonly opens: ReadonlySet<unknown>
  readonly parent?: TreeRow
}

function addOpen(rows: TreeRow[], value: unknown, { toggled, opens, parent }: Walk): void {
  forEachEntry(value, (step, child) => {
    const id = idOf(parent, step)
    const size = sizeOf(child)
    const isOpen = size !== undefined && size > 0 && (toggled.get(id) ?? opens.has(child))
    const row: TreeRow = { id, depth: depthBelow(parent), step, value: child, parent, size, isOpen }
    rows.push(row)
    if (isOpen) addOpen(rows, child, { toggled, opens, parent: row })
  })
}

function addMatching(
  rows: TreeRow[],
  value: unknown,
  { wanted, parent }: { wanted: string; parent: TreeRow | undefined },
): boolean {
  let hasMatch = false
  forEachEntry(value, (step, child) => {
    const size = sizeOf(child)
    const at = rows.length
    const row = { id: idOf(parent, step), depth: depthBelow(parent), step, value: child, parent, size }
    const opened: TreeRow = { ...row, isOpen: size !== undefined && size > 0 }
    rows.push(opened)
    const isBelow = size !== undefined && addMatching(rows, child, { wanted, parent: opened })
    if (!isBelow && !matches(step, child, wanted)) {
      rows.length = at
      return
    }
    // An entry that matches only by its own name is shown closed.
    if (!isBelow) rows[at] = { ...row, isOpen: false }
    hasMatch = true
  })
  return hasMatch
}

function matches(step: PathStep, value: unknown, wanted: string): boolean {
  if (typeof step === 'string' && step.toLowerCase().includes(wanted)) return true
  return sizeOf(value) === undefined && String(value).toLowerCase().includes(wanted)
}

/** The objects and lists that are open at first: level by level, while there are few rows. */
function opensAtFirst(value: unknown): ReadonlySet<unknown> {
  const opens = new Set<unknown>()
  let count = sizeOf(value) ?? 0
  if (count > OPEN_ROWS) return opens
  const queue: unknown[] = [value]
  for (const one of queue) {
    forEachEntry(one, (_, child) => {
      const size = sizeOf(child)
      if (size === undefined || size === 0 || count + size > OPEN_ROWS) return
      count += size
      opens.add(child)
      queue.push(child)
    })
  }
  return opens
}

/** The steps from the top of the value to a row. */
export function stepsTo(row: TreeRow): PathStep[] {
  const steps: PathStep[] = []
  for (let at: TreeRow | undefined = row; at !== undefined; at = at.parent) steps.unshift(at.step)
  return steps
}

/** The number of entries of an object or list; undefined for other values. */
export function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

function forEachEntry(value: unknown, run: (step: PathStep, child: unknown) => void): void {
  if (Array.isArray(value)) for (const [at, child] of value.entries()) run(at, child)
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) run(key, child)
}

function idOf(parent: TreeRow | undefined, step: PathStep): string {
  const own = String(step).replaceAll('~', '~0').replaceAll('/', '~1')
  return parent === undefined ? own : `${parent.id}/${own}`
}

function depthBelow(parent: TreeRow | undefined): number {
  return parent === undefined ? 0 : parent.depth + 1
}
