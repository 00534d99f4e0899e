/** Messages about steps that workers offer to each other. Hints only: the database has the facts. */
import type { ClusterStore } from '@millrace/store'

export interface StepMessage {
  /** `offered`: there is work. `taken`: a worker computes it. `done`: its result is there. `dropped`: it is not needed. */
  readonly about: 'offered' | 'taken' | 'done' | 'dropped'
  readonly token: string
}

const KINDS: readonly unknown[] = ['offered', 'taken', 'done', 'dropped'] satisfies readonly StepMessage['about'][]

export function publishStep(bus: ClusterStore['bus'], about: StepMessage['about'], token: string): void {
  bus.publish('steps', JSON.stringify({ about, token } satisfies StepMessage))
}

/** Calls `react` with every message, except for the offers of this process. */
export function listenToSteps(bus: ClusterStore['bus'], react: (message: StepMessage) => void): () => void {
  return bus.listen('steps', (payload, isOwn) => {
    const message: unknown = JSON.parse(payload)
    if (isStepMessage(message) && !(isOwn && message.about === 'offered')) react(message)
  })
}

function isStepMessage(value: unknown): value is StepMessage {
  if (typeof value !== 'object' || value === null || !('about' in value && 'token' in value)) return false
  return KINDS.includes(value.about) && typeof value.token === 'string'
}
