/** Lets node types outside of this repository import `@millrace/model` without installing it. */
import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isObject } from '@millrace/model'

const MODEL = '@millrace/model'
const NOT_FOUND = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/** Hooks belong to the process, so they are set once for it, and stay: a node may import lazily while it runs. */
let isShared = false

/** From here on, whoever cannot find `@millrace/model` by itself gets ours. A copy of its own comes first. */
export function shareModel(): void {
  if (isShared) return
  isShared = true
  const ours = pathToFileURL(createRequire(import.meta.url).resolve(MODEL)).href
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== MODEL) return nextResolve(specifier, context)
      try {
        return nextResolve(specifier, context)
      } catch (error) {
        if (!isObject(error) || !NOT_FOUND.has(String(error.code))) throw error
        return { url: ours, shortCircuit: true }
      }
    },
  })
}
