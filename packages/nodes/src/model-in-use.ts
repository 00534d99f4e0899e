/** Where the `@millrace/model` of this process is. The build puts its own address in the place of this file. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Where a node type inside of this repository finds it. */
export function modelSource(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('@millrace/model')).href
}

/** What the service itself runs with: a node type must get the same one, or its results would not be known. */
export const modelInUse = modelSource
