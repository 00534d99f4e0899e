/** The folder is the registry: every `.route.ts` below `src` is a route. A bad file stops the start, with its name. */
import type { Route } from './define-route.ts'
import { ownRoutes } from './own-routes.ts'
import type { RouteFiles } from './route-files.ts'

export interface LoadedRoute {
  /** Path of its file below `src`. */
  readonly file: string
  readonly route: Route
}

/** A route as it is reached: every path of every route once, under the base path it is served at. */
export interface Endpoint extends LoadedRoute {
  readonly url: string
  /** Where the same route is reached by its own name; undefined for that one itself. */
  readonly aliasOf?: string
}

let loaded: Promise<readonly LoadedRoute[]> | undefined

/** All routes of the service, in the order of their files. */
export function loadRoutes(): Promise<readonly LoadedRoute[]> {
  loaded ??= loadFrom(ownRoutes())
  return loaded
}

/** The routes in files. */
export async function loadFrom(files: RouteFiles): Promise<readonly LoadedRoute[]> {
  // At once and not one after the other: most of the time goes into waiting for the loader.
  return Promise.all([...files].map(([file, load]) => loadOne(file, load)))
}

async function loadOne(file: string, load: () => Promise<unknown>): Promise<LoadedRoute> {
  try {
    const { default: route } = (await load()) as { default?: Route }
    if (typeof route?.operation !== 'string' || typeof route.handle !== 'function') {
      throw new Error('it must export by default what defineRoute returns')
    }
    const problem = pathProblem(route)
    if (problem !== undefined) throw new Error(problem)
    return { file, route }
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Parameters in a path and in the schema must be the same, in every alias too. */
function pathProblem(route: Route): string | undefined {
  const declared = Object.keys((route.params?.properties ?? {}) as object).sort()
  for (const path of [route.path, ...(route.aliases ?? []), ...(route.rootAliases ?? [])]) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort()
    if (named.join() !== declared.join()) return `the path ${path} and its params do not name the same parameters`
  }
  return undefined
}

/** The end of a path that takes all of the rest, slashes included. */
export const REST = /:(\w+)\*$/

/** Where every route is served. Two that want the same method and path stop the start, with both names. */
export function endpointsOf(routes: readonly LoadedRoute[], basePath: string): readonly Endpoint[] {
  const taken = new Map<string, string>()
  const operations = new Map<string, string>()
  return routes.flatMap(({ file, route }) => {
    claim(operations, `operation ${route.operation}`, file)
    const urls = urlsOf(route, basePath)
    return urls.map((url): Endpoint => {
      claim(taken, `${route.method} ${url.replace(/:\w+/g, ':')}`, file)
      return url === urls[0] ? { file, route, url } : { file, route, url, aliasOf: String(urls[0]) }
    })
  })
}

function claim(taken: Map<string, string>, what: string, file: string): void {
  const other = taken.get(what)
  if (other !== undefined) throw new Error(`${file}: ${what} is already served by ${other}`)
  taken.set(what, file)
}

function urlsOf(
  { path, aliases = [], rootAliases = [], mount = 'prefix' }: Route,
  basePath: string,
): readonly string[] {
  const paths = [path, ...aliases]
  const below = mount === 'root' ? [] : paths.map((one) => basePath + one)
  const atRoot = mount === 'prefix' ? [] : paths
  return [...new Set([...below, ...atRoot, ...rootAliases])]
}
