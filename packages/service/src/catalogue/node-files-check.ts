import type { Config } from '../platform/config.ts'
import { type Check, checkOf, failed, ok } from '../platform/doctor/check.ts'
import { loadCatalogue } from './catalogue.ts'

const FIX = 'Correct it, or remove it from --nodes: the service runs without the types of invalid files.'

/** Imports the files of `--nodes` as the start does; undefined without custom node types. */
export async function nodeFilesCheck(config: Config): Promise<Check | undefined> {
  if (config.nodes.length === 0) return undefined
  return checkOf('node files', FIX, async () => {
    // Without links: a check changes nothing.
    const { broken, files } = await loadCatalogue(config, { links: false })
    if (broken.length > 0) return failed(broken.map(({ path, reason }) => `${path}: ${reason}`).join('; '), FIX)
    return ok(files.size === 1 ? '1 custom node type loads.' : `${files.size} custom node types load.`)
  })
}
