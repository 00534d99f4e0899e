/** The bundler of the web editor, which comes with Vite. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export async function bundler() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const ofVite = createRequire(join(root, 'node_modules', 'vite', 'package.json'))
  return import(pathToFileURL(ofVite.resolve('rolldown')).href)
}
