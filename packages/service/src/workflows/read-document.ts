/** Reads a JSON or YAML file that a command names. */
import { readFile } from 'node:fs/promises'
import { parseYaml } from './yaml.ts'

/** The value in a file; its name decides the format. */
export async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8')
  return /\.ya?ml$/.test(file) ? parseYaml(text) : JSON.parse(text)
}
