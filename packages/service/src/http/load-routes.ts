/** Resolves the paths of all routes. `routes.gen.ts` lists every `*.route.ts`; an invalid one stops the start. */
import type { Route } from './define-route.ts'

export interface LoadedRoute<S = never> {
  /** Path of its file below `src`. */
  readonly file: string
  readonly route: Route<S>
}

/** One path of a route; there is one endpoint for each of its paths. */
export interface Endpoint<S = never> extends LoadedRoute<S> {
  readonly url: string
  /** The main path of the route; undefined for the main path itself. */
  readonly aliasOf?: string
}

/** Returns the routes; throws an error that names the file of the first invalid one. */
export function checkedRoutes<S>(routes: readonly LoadedRoute<S>[]): readonly LoadedRoute<S>[] {
  for (const { file, route } of routes) {
    const problem = pathProblem(route)
    if (problem !== undefined) throw new Error(`${file}: ${problem}`)
  }
  return routes
}

/** The parameters of every path, aliases included, must be those of the schema. */
function pathProblem(route: Route): string | undefined {
  const declared = Object.keys((route.params?.properties ?? {}) as object).sort()
  for (const path of [route.path, ...(route.aliases ?? []), ...(route.rootAliases ?? [])]) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort()
    if (named.join() !== declared.join()) {
      return `the path ${path} and the params schema must have the same parameters`
    }
  }
  return undefined
}

/** A parameter at the end of a path that matches the rest of it, slashes included. */
export const REST = /:(\w+)\*$/

/** The endpoints of all routes. Two routes with the same method and path stop the start; the error names both. */
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
