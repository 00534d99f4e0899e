/** `npm run generate`: writes the generated sources that are out of date. */
import { fileURLToPath } from 'node:url'
import { writeRegistries } from './registries.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

for (const path of writeRegistries(ROOT)) console.log(`wrote ${path}`)
