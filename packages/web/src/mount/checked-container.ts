/**
 * The four exceptions of the mount functions. Imports nothing that needs a browser, so that the first one can be thrown
 * without one.
 */

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

/** Returns the element to render into, or throws one of the four exceptions. */
export function checkedContainer(container: Container, size: Size = {}): HTMLElement {
  if (typeof window === 'undefined' || typeof document === 'undefined') throw new Error(MOUNT_ERRORS.noWindow)
  const element = typeof container === 'string' ? document.querySelector(container) : container
  if (!(element instanceof HTMLElement) || !element.isConnected) throw new Error(MOUNT_ERRORS.noContainer)
  if (size.width !== undefined) element.style.width = cssLength(size.width)
  if (size.height !== undefined) element.style.height = cssLength(size.height)
  const { width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) throw new Error(MOUNT_ERRORS.noDimensions)
  if (!hasStylesheet()) throw new Error(MOUNT_ERRORS.noCss)
  return element
}

/** True if the document has loaded `millrace.css`. */
export function hasStylesheet(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue('--millrace-css').trim() !== ''
}

function cssLength(value: string | number): string {
  return typeof value === 'number' ? `${value}px` : value
}
