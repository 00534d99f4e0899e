import type { Point } from '@millrace/model'

export type MenuItem =
  | {
      readonly label: string
      readonly run: () => void
      readonly icon?: string | undefined
      readonly keys?: string
      readonly danger?: boolean
      readonly disabled?: boolean
    }
  | { readonly line: true }
  | { readonly title: string }

export interface OpenMenu {
  /** Below this element, or at this position of the window. */
  readonly at: Element | Point
  readonly label: string
  readonly items: readonly MenuItem[]
}
