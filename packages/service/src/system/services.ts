import type { LoadedRoute } from '../http/load-routes.ts'

export interface SystemServices {
  /** All routes, for the OpenAPI document. */
  readonly routes: () => Promise<readonly LoadedRoute[]>
}
