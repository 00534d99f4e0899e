import type { StepModels } from '../effects/models/create-models.ts'
import type { Connections } from './connections.ts'

export interface ModelServices {
  readonly connections: Connections
  /** Language models for callers outside a step, such as the assistant. */
  readonly models: StepModels
}
