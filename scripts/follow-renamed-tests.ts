/** Rewrites references to renamed tests in test/statements; prints those that have no similar title. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isTestReference, renamedReference } from '../test/statements.ts'

const folder = fileURLToPath(new URL('../test/statements/', import.meta.url))
for (const name of readdirSync(folder)) {
  const text = readFileSync(folder + name, 'utf8')
  const followed = text.replace(
    /(['"])([\w-]+: (?:(?!\1).)+)\1(?=[,\]])/g,
    (quoted, quote: string, reference: string) => {
      if (isTestReference(reference)) return quoted
      const renamed = renamedReference(reference)
      console.log(`${name}: ${reference}\n  ${renamed === undefined ? 'no similar title' : `→ ${renamed}`}`)
      return renamed === undefined || renamed.includes(quote) ? quoted : quote + renamed + quote
    },
  )
  if (followed !== text) writeFileSync(folder + name, followed)
}
