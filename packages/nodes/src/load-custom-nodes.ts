/**
 * Loads custom node types from a folder or an npm package, which may add categories. They run with the rights of the
 * service, so the operator lists them; there is no discovery.
 */
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Category, isObject, issuesOf, Type } from '@millrace/model'
import { linkPackages } from './link-packages.ts'
import { builtInIds, type ReadNodes, readNodes } from './load-nodes.ts'
import { isFolder, packageFolder } from './package-folder.ts'

export interface CustomNodes extends ReadNodes {
  readonly folder: string
  readonly categories: readonly Category[]
}

/**
 * Loads the node types at a location: an existing folder (absolute, or relative to `from`), else the name of an npm
 * package installed for `from`. `package.json` may name the folder inside: `"millrace": { "nodes": "./dir" }`; the
 * default is `./nodes` if it exists. A `categories.json` next to the node types adds categories. Invalid files are
 * listed; throws if the location or its `package.json` is invalid.
 */
export async function loadCustomNodes(
  location: string,
  from: URL | string,
  { links = true }: LoadOptions = {},
): Promise<CustomNodes> {
  const folder = await nodesFolder(location, await folderOf(from))
  if (links) await linkPackages(folder)
  const file = join(folder, 'categories.json')
  const [found, categories] = await Promise.all([nodesIn(folder, 0), categoriesIn(file).catch((error: Error) => error)])
  if (!(categories instanceof Error)) return { ...found, folder, categories }
  const reason = categories.message.replace(`${file}: `, '')
  return { ...found, folder, categories: [], broken: [...found.broken, { path: file, typeId: '', reason }] }
}

export interface LoadOptions {
  /** False if the folder must stay unchanged: the packages that nodes import are not linked into it. Default: true. */
  readonly links?: boolean
}

/** The node types of a folder that has changed; invalid files are listed. The version must grow with each call. */
export async function reloadCustomNodes(folder: string, version: number): Promise<CustomNodes> {
  const [found, categories] = await Promise.all([
    nodesIn(folder, version),
    categoriesIn(join(folder, 'categories.json')),
  ])
  return { ...found, folder, categories }
}

async function nodesIn(folder: string, version: number): Promise<ReadNodes> {
  return readNodes(pathToFileURL(folder + sep), { taken: await builtInIds(), version })
}

async function folderOf(from: URL | string): Promise<string> {
  const path = resolve(from instanceof URL || from.startsWith('file:') ? fileURLToPath(from) : from)
  return (await isFolder(path)) ? path : dirname(path)
}

async function nodesFolder(location: string, base: string): Promise<string> {
  const asFolder = resolve(base, location)
  if (await isFolder(asFolder)) return (await folderInPackage(asFolder)) ?? asFolder
  const asPackage = PACKAGE_NAME.test(location) ? await packageFolder(location, base) : undefined
  if (asPackage === undefined) {
    throw new Error(`"${location}": not found as the folder ${asFolder} or as a package installed for ${base}`)
  }
  const inside = await folderInPackage(asPackage)
  if (inside !== undefined) return inside
  throw new Error(`"${location}": ${asPackage} has no folder "nodes", and its package.json does not set millrace.nodes`)
}

const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/** The folder with the node types of a package; undefined if the folder is not a package or has none. */
async function folderInPackage(root: string): Promise<string | undefined> {
  const file = join(root, 'package.json')
  const text = await textOf(file)
  if (text === undefined) return undefined
  const manifest = parsed(text, file)
  const settings = isObject(manifest) ? manifest.millrace : undefined
  const named = isObject(settings) ? settings.nodes : undefined
  if (named === undefined) {
    const usual = join(root, 'nodes')
    return (await isFolder(usual)) ? usual : undefined
  }
  if (typeof named !== 'string') throw new Error(`${file}: millrace.nodes must be a string`)
  const folder = resolve(root, named)
  const inside = relative(root, folder)
  if (inside.startsWith('..') || isAbsolute(inside))
    throw new Error(`${file}: millrace.nodes must be inside the package`)
  if (!(await isFolder(folder))) throw new Error(`${file}: millrace.nodes is ${folder}, which is not a folder`)
  return folder
}

async function categoriesIn(file: string): Promise<Category[]> {
  const text = await textOf(file)
  if (text === undefined) return []
  const value = parsed(text, file)
  const issues = issuesOf(Type.Array(Category), value)
  if (issues.length > 0) {
    throw new Error(`${file}: ${issues.map(({ path, message }) => `${path || 'it'} ${message}`).join('; ')}`)
  }
  return value as Category[]
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file}: is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The text of a file; undefined if it does not exist. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined
    throw error
  }
}
