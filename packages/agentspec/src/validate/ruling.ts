/** What the rules of flows share, and how bad it is to break one. */
import type { Notes } from '../notes.ts'
import type { Registry } from '../ports.ts'

/**
 * How bad an error is for whoever only reads a flow. `structure`: it could not even be drawn without losing or inventing
 * something. `rules`: no official tool would read it. All others keep it from running and from nothing else.
 */
export type Gravity = 'structure' | 'rules'

/** What the rules share. */
export interface Ruling {
  readonly notes: Notes
  readonly registry: Registry
  readonly graves: Map<string, Gravity>
}

/** Says an error that is more than a reason not to run. */
export function refuse({ notes, graves }: Ruling, gravity: Gravity, text: string): void {
  notes.error(text)
  graves.set(text, gravity)
}
