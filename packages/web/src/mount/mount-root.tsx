/** What every mount function does first and last: look at the container, draw into it, and take everything away again. */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MillraceRoot } from '../ui/millrace-root.tsx'
import type { Theme } from '../ui/theme.ts'

export const MOUNT_ERRORS = {
  noWindow: 'Cannot mount in server-side context',
  noContainer: 'Container element not found',
  noDimensions: 'Container has no dimensions',
  noCss: 'Millrace CSS not imported',
} as const

export type Container = string | Element | null | undefined

export interface Size {
  readonly width?: string | number | undefined
  readonly height?: string | number | undefined
}

/** The element to draw into. Throws one of the four mount exceptions, at once. */
export function checkedContainer(container: Container, size: Size = {}): HTMLElement {
  if (typeof window === 'undefined' || typeof document === 'undefined') throw new Error(MOUNT_ERRORS.noWindow)
  const element = typeof container === 'string' ? document.querySelector(container) : container
  if (!(element instanceof HTMLElement) || !element.isConnected) throw new Error(MOUNT_ERRORS.noContainer)
  if (size.width !== undefined) element.style.width = cssLength(size.width)
  if (size.height !== undefined) element.style.height = cssLength(size.height)
  const { width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) throw new Error(MOUNT_ERRORS.noDimensions)
  if (getComputedStyle(document.documentElement).getPropertyValue('--millrace-css').trim() === '') {
    throw new Error(MOUNT_ERRORS.noCss)
  }
  return element
}

function cssLength(value: string | number): string {
  return typeof value === 'number' ? `${value}px` : value
}

/** Draws into an element of its own inside the container; what is returned takes it away again. */
export function mountRoot(container: HTMLElement, content: ReactNode, theme?: Theme): () => void {
  const host = document.createElement('div')
  host.style.cssText = 'width:100%;height:100%;min-height:inherit'
  container.append(host)
  const root = createRoot(host)
  root.render(<MillraceRoot theme={theme}>{content}</MillraceRoot>)
  return () => {
    root.unmount()
    host.remove()
  }
}
