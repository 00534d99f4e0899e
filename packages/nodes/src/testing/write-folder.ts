/** Temporary folders with files, for tests of code that reads folders. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Writes files by relative path into a new folder outside the repository and returns its path. Deleted after the test.
 */
export async function writeFolder(files: Readonly<Record<string, string>>): Promise<string> {
  // The real path: on some systems the temporary folder is a symlink, and modules know their real path.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-nodes-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return folder
}

/** The source of a file whose default export is a small complete definition with these changes. */
export function nodeFile(id: string, changes: Readonly<Record<string, unknown>> = {}): string {
  return `export default ${JSON.stringify(plainDefinition(id, changes))}`
}

/** A small complete definition in plain JavaScript. */
export function plainDefinition(id: string, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    version: '1.0.0',
    name: 'Greeting',
    description: 'Says hello.',
    category: 'helpers',
    icon: 'mdi:hand-wave',
    tags: ['hello'],
    config: { type: 'object', properties: { greeting: { type: 'string', default: 'Hello' } } },
    inputs: { who: { dataType: 'string', required: true } },
    outputs: { text: { dataType: 'string' } },
    ...changes,
  }
}
