import type { ExportedWorkflow } from './canvas.ts'

export interface ExportOptions {
  /** For which dialect: a loop is an error in the seed's and none in the official one. */
  readonly dialect?: 'seed' | 'official'
  /** Of the official dialect: what it does not know is left out, where that can be. The lowest that fits unless given. */
  readonly version?: string
  /** Stored workflows by id or name. In the official dialect those that are called become part of the document. */
  readonly workflows?: (name: string) => ExportedWorkflow | undefined
}
