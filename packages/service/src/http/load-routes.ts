/** The routes as they are served. `routes.gen.ts` lists every `*.route.ts`; a broken one stops the start, with its name. */
import type { Route } from './define-route.ts'

export interface LoadedRoute<S = never> {
  /** Path of its file below `src`. */
  readonly file: string
  readonly route: Route<S>
}

/** A route as it is reached: every path of every route once, under the base path it is served at. */
export interface Endpoint<S = never> extends LoadedRoute<S> {
  readonly url: string
  /** Where the same route is reached by its own name; undefined for that one itself. */
  readonly aliasOf?: string
}

/** The same routes; throws an error that names the file of the first broken one. */
export function checkedRoutes<S>(routes: readonly LoadedRoute<S>[]): readonly LoadedRoute<S>[] {
  for (const { file, route } of routes) {
    const problem = pathProblem(route)
    if (problem !== undefined) throw new Error(`${file}: ${problem}`)
  }
  return routes
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
export function endpointsOf<S>(routes: readonly LoadedRoute<S>[], basePath: string): readonly Endpoint<S>[] {
  const taken = new Map<string, string>()
  const operations = new Map<string, string>()
  return routes.flatMap(({ file, route }) => {
    claim(operations, `operation ${route.operation}`, file)
    const urls = urlsOf(route, basePath)
    return urls.map((url): Endpoint<S> => {
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
