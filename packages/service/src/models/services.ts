import type { StepModels } from '../effects/models/create-models.ts'
import type { Connections } from './connections.ts'
import type { ModelNames } from './model-names.ts'

export interface ModelServices {
  readonly connections: Connections
  readonly modelNames: ModelNames
  /** Language models for callers outside a step, such as the assistant. */
  readonly models: StepModels
}
