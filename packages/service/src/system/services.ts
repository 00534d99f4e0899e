import type { LoadedRoute } from '../http/load-routes.ts'
import type { ServedCatalogue } from '../platform/ports.ts'

export interface SystemServices {
  /** All routes, for the OpenAPI document. */
  readonly routes: () => Promise<readonly LoadedRoute[]>
}

/** The files of custom node types that do not load. */
export interface NodeProblems {
  readonly catalogue: Pick<ServedCatalogue, 'problems'>
}
