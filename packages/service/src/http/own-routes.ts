/** The routes of the service. The build puts the same list in the place of this file, with every route in it. */
import { type RouteFiles, routeFilesIn } from './route-files.ts'

export function ownRoutes(): RouteFiles {
  return routeFilesIn(new URL('../', import.meta.url))
}
