/**
 * Loads node types: the built-in ones, and those of a folder, where every file is a node type. Invalid files are listed
 * with their reason.
 */
import { fileURLToPath } from 'node:url'
import { defineNode, isObject, type NodeDefinition } from '@millrace/model'
import { problemsInDefinition } from './definition-problems.ts'
import { placeOf } from './error-place.ts'
import { LINKED, ownFolder } from './link-packages.ts'
import { nodeFilesIn, withoutEnding } from './node-files.ts'
import { iconBeside } from './node-icon.ts'
import { importVersion } from './reloaded-import.ts'

const NOT_FOUND = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/** All built-in node types. Tests check them against the rules, so the start does not. */
export async function loadBuiltInNodes(): Promise<NodeDefinition[]> {
  // Imported on first use: programs that only check expressions do not need the types.
  const { NODE_TYPES } = await import('./node-types.gen.ts')
  return Object.values(NODE_TYPES)
}

/** The built-in ids and their source. */
export async function builtInIds(): Promise<Map<string, string>> {
  const { NODE_TYPES } = await import('./node-types.gen.ts')
  return new Map(Object.entries(NODE_TYPES).map(([file, { id }]) => [id, `the built-in type ${file}`]))
}

/** A valid file and its definition. */
export interface LoadedNode {
  readonly path: string
  readonly definition: NodeDefinition
  /** The SVG text of its own icon. */
  readonly icon?: string
}

export interface ReadNodes {
  readonly nodes: readonly LoadedNode[]
  readonly broken: readonly BrokenNode[]
}

interface ReadOptions {
  /** Reserved ids and their owners. */
  readonly taken?: ReadonlyMap<string, string>
  /** Higher than that of the last call: files are imported again. Default: 0. */
  readonly version?: number
}

/** An invalid file: why, and the error of its import. */
export interface BrokenNode {
  readonly path: string
  /** The type that it would define by its name, with underscores; empty if it is not a node file. */
  readonly typeId: string
  readonly reason: string
  readonly cause?: unknown
}

/** The definitions in a folder, ordered by file name. Throws one error that lists every invalid file with its reason. */
export async function loadNodes(folder: URL, taken?: ReadonlyMap<string, string>): Promise<NodeDefinition[]> {
  return validNodes(await readNodes(folder, { ...(taken && { taken }) })).map(({ definition }) => definition)
}

/** The valid nodes; throws if there are others. */
export function validNodes({ nodes, broken }: ReadNodes): readonly LoadedNode[] {
  if (broken.length === 0) return nodes
  const cause = broken.find((one) => one.cause !== undefined)?.cause
  throw new Error(broken.map(({ path, reason }) => `${path}: ${reason}`).join('\n'), { cause })
}

/** Every file of a folder, ordered by name. */
export async function readNodes(folder: URL, { taken, version = 0 }: ReadOptions = {}): Promise<ReadNodes> {
  const owners = new Map(taken)
  const files = await nodeFilesIn(folder)
  // Import all files in parallel: loading dominates the start time.
  const imports = await Promise.allSettled(files.map((file) => importVersion(new URL(file, folder), version)))
  const icons = await Promise.allSettled(files.map((file) => iconBeside(pathOf(file, folder))))
  const nodes: LoadedNode[] = []
  const broken: BrokenNode[] = []
  for (const [at, file] of files.entries()) {
    const path = pathOf(file, folder)
    const result = imports[at]
    const found = definitionOrProblem(result, file, owners)
    const typeId = expectedId(file)
    if (typeof found === 'string') {
      const cause = result && isRejected(result) ? result.reason : undefined
      const place = cause === undefined ? '' : await placeOf(cause, path)
      broken.push({ path, typeId, reason: found + place, ...(cause !== undefined && { cause }) })
      continue
    }
    const icon = icons[at]
    if (icon !== undefined && isRejected(icon)) {
      broken.push({ path, typeId, reason: messageOf(icon.reason) })
      continue
    }
    owners.set(found.id, path)
    nodes.push({ path, definition: defineNode({ ...found }), ...(icon?.value !== undefined && { icon: icon.value }) })
  }
  return { nodes, broken }
}

function pathOf(file: string, folder: URL): string {
  return fileURLToPath(new URL(file, folder))
}

/** File names use hyphens, ids mostly underscores. */
function expectedId(file: string): string {
  return withoutEnding(file).replaceAll('-', '_')
}

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected'
}

/** The definition of an imported file, or its problem. */
function definitionOrProblem(
  result: PromiseSettledResult<unknown> | undefined,
  file: string,
  owners: ReadonlyMap<string, string>,
): NodeDefinition | string {
  if (result === undefined || isRejected(result))
    return `cannot be imported: ${messageOf(result?.reason)}${adviceFor(result?.reason)}`
  const value = isObject(result.value) ? result.value.default : undefined
  if (value === undefined) return 'has no default export; it must export a node definition by default'
  const problems = problemsInDefinition(value)
  if (problems.length > 0) return `is not a valid node definition: ${problems.join('; ')}`
  const definition = value as NodeDefinition
  const expected = expectedId(file)
  if (definition.id.replaceAll('-', '_') !== expected) {
    return `has the id "${definition.id}", but its file name requires "${expected}"`
  }
  const owner = owners.get(definition.id)
  return owner === undefined ? definition : `has the id "${definition.id}", which is already used by ${owner}`
}

/** The packages are linked if the folder is writable; otherwise the operator has to link them. */
function adviceFor(error: unknown): string {
  if (!isObject(error) || !NOT_FOUND.has(String(error.code))) return ''
  const missing = LINKED.find((name) => messageOf(error).includes(`'${name}'`))
  return missing === undefined ? '' : `; run "npm link ${ownFolder(missing)}" in the folder of the node types`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
