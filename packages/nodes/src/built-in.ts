/** The built-in types. The build puts the same list in the place of this file, with every type in it. */
import { nodeFilesIn } from './node-files.ts'

/** Their folder. */
export const BUILT_IN = new URL('./types/', import.meta.url)

/** What their files export, in the order of the file names. */
export async function builtInModules(): Promise<readonly { readonly default: unknown }[]> {
  const files = await nodeFilesIn(BUILT_IN)
  // All at once: most of the time of a start is waiting for the files.
  return Promise.all(files.map((file) => import(/* @vite-ignore */ new URL(file, BUILT_IN).href)))
}
