/** What the popups are given. Apart from them, so that whoever opens one need not import it. */
import type { ReactNode } from 'react'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the main one last. */
  readonly footer?: ReactNode
  readonly wide?: boolean
}

export interface SelectOption<K extends string = string> {
  readonly value: K
  readonly label: string
  /** The language of the label, where it is not that of the page. */
  readonly lang?: string | undefined
}

export interface Tip {
  readonly text: string
  readonly target: HTMLElement
}
