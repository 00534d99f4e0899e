/** Props of the popups, in a separate file so that users of a popup need not import it. */
import type { ReactNode } from 'react'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode
  readonly wide?: boolean
  /** `full` covers almost the whole window. */
  readonly size?: 'full'
  /** Rendered in the title bar, before the close button. */
  readonly actions?: ReactNode
}

export interface SelectOption<K extends string = string> {
  readonly value: K
  readonly label: string
  /** Shown below the label in the list. */
  readonly description?: string | undefined
  /** Language of the label, if it differs from the page. */
  readonly lang?: string | undefined
}

export interface Tip {
  readonly text: string
  readonly target: HTMLElement
}
