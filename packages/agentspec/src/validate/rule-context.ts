/** Shared parts of the validation rules, and the severity of violations. */
import type { Notes } from '../notes.ts'
import type { Registry } from '../ports.ts'

/**
 * How severe an error is for reading a flow. `structure`: it cannot be drawn without losing or inventing something.
 * `rules`: no official tool would load it. All other errors only prevent running.
 */
export type Gravity = 'structure' | 'rules'

/** Shared context of the rules. */
export interface RuleContext {
  readonly notes: Notes
  readonly registry: Registry
  readonly graves: Map<string, Gravity>
}

/** Reports an error that does more than prevent running. */
export function refuse({ notes, graves }: RuleContext, gravity: Gravity, text: string): void {
  notes.error(text)
  graves.set(text, gravity)
}
