import type { PathStep } from './expression-path.ts'
import type { ValuePath } from './value-path.ts'

/** A value inside the shown value. */
export interface ActiveValue {
  readonly steps: readonly PathStep[]
  readonly value: unknown
}

/** Props of the views of one value: tree and table. */
export interface ViewProps<V = unknown> {
  readonly value: V
  readonly label: string
  readonly query: string
  readonly path: ValuePath
  readonly onActive: (active: ActiveValue) => void
}
