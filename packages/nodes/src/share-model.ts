/** Lets node types outside of this repository import `@millrace/model` without installing it. */
import { registerHooks } from 'node:module'
import { isObject } from '@millrace/model'
import { modelInUse, modelSource } from './model-in-use.ts'

const MODEL = '@millrace/model'
const NOT_FOUND = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/** Hooks belong to the process, so they are set once for it, and stay: a node may import lazily while it runs. */
let isShared = false

/** From here on, whoever cannot find `@millrace/model` by itself gets ours. A copy of its own comes first. */
export function shareModel(): void {
  if (isShared) return
  isShared = true
  const source = modelSource()
  const ours = { url: modelInUse(), shortCircuit: true }
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== MODEL) return nextResolve(specifier, context)
      try {
        const found = nextResolve(specifier, context)
        return found.url === source ? ours : found
      } catch (error) {
        if (!isObject(error) || !NOT_FOUND.has(String(error.code))) throw error
        return ours
      }
    },
  })
}
