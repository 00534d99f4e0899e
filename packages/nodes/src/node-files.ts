/** Finds the node type files of a folder. */
import { readdir } from 'node:fs/promises'

const NODE_FILE = /\.(ts|js|mjs)$/
const NO_NODE_FILE = /\.test\.|\.d\.ts$/

/** The file names, sorted. */
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
