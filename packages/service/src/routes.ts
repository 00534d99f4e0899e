import { checkedRoutes, type LoadedRoute } from './http/load-routes.ts'
import type { Services } from './services.ts'

let loaded: Promise<readonly LoadedRoute<Services>[]> | undefined

/** All routes of the service, in the order of their files; loaded on first use. */
export function loadRoutes(): Promise<readonly LoadedRoute<Services>[]> {
  loaded ??= import('./routes.gen.ts').then(({ ROUTES }) => checkedRoutes(ROUTES))
  return loaded
}
