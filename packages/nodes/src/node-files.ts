/** Which files of a folder are node types. */
import { readdir } from 'node:fs/promises'

const NODE_FILE = /\.(ts|js|mjs)$/
const NO_NODE_FILE = /\.test\.|\.d\.ts$/

/** Their names, in order. */
export async function nodeFilesIn(folder: URL): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && NODE_FILE.test(entry.name) && !NO_NODE_FILE.test(entry.name))
    .map((entry) => entry.name)
    .sort()
}

export function withoutEnding(file: string): string {
  return file.replace(NODE_FILE, '')
}
