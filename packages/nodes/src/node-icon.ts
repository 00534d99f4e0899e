/** The icon of a custom node: an SVG file with the name of the file of the node, beside it. */
import { readFile } from 'node:fs/promises'
import { isObject } from '@millrace/model'

/** Icons are sent with pages: a larger file is a mistake. */
const MAX_KIB = 64

/** The SVG text beside a file; undefined if there is none. Throws an error with the reason if it is not usable. */
export async function iconBeside(path: string): Promise<string | undefined> {
  const file = path.replace(/\.[^.]+$/, '.svg')
  let content: Buffer
  try {
    content = await readFile(file)
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined
    throw error
  }
  if (content.length > MAX_KIB * 1024) throw new Error(`has an icon of more than ${MAX_KIB} KiB (${file})`)
  const text = content.toString('utf8')
  if (!/<svg[\s>]/i.test(text)) throw new Error(`has an icon that is not an SVG image (${file})`)
  return text
}
