import type { ExportedWorkflow } from './canvas.ts'

export interface ExportOptions {
  /** The target dialect: a cycle is an error in the simple dialect and allowed in the official one. */
  readonly dialect?: 'simple' | 'official'
  /** Version of the official dialect; unsupported parts are omitted if possible. Default: the lowest that fits. */
  readonly version?: string
  /** Finds stored workflows by id or name. In the official dialect, called workflows become part of the document. */
  readonly workflows?: (name: string) => ExportedWorkflow | undefined
}
