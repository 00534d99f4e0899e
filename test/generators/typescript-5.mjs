/**
 * Preloaded by the generators. They print code with the JavaScript API of TypeScript 5, and the repository has the native
 * compiler, which has none: `typescript` is resolved from this folder.
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
