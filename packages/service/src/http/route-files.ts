/** The files of routes in a folder, each with what imports it. */
import { readdirSync } from 'node:fs'

/** By the path below the folder, in the order of the paths. */
export type RouteFiles = ReadonlyMap<string, () => Promise<unknown>>

export function routeFilesIn(folder: URL): RouteFiles {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.route.ts'))
    .sort()
  return new Map(files.map((file) => [file, () => import(/* @vite-ignore */ new URL(file, folder).href)]))
}
