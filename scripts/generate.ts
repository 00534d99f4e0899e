/** `npm run generate`: writes the generated sources that are out of date. */
import { fileURLToPath } from 'node:url'
import { writeRegistries } from './registries.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

for (const path of writeRegistries(ROOT)) console.log(`wrote ${path}`)
// The build needs only the registries.
if (!process.argv.includes('--registries')) {
  // Imported now, because the client is generated from the routes in the registry that was just written.
  const { writeClient } = await import('./client-gen.ts')
  for (const path of await writeClient()) console.log(`wrote ${path}`)
}
