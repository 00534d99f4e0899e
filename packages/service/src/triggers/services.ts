import type { Hooks } from './hooks.ts'

export interface TriggerServices {
  readonly hooks: Hooks
}
