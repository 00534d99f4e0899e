/**
 * Loads node types: the built-in ones, and those of a folder, where every file is a node type and an invalid file
 * prevents the start.
 */
import { fileURLToPath } from 'node:url'
import { defineNode, isObject, type NodeDefinition } from '@millrace/model'
import { problemsInDefinition } from './definition-problems.ts'
import { MODEL, modelFolder } from './link-model.ts'
import { nodeFilesIn, withoutEnding } from './node-files.ts'

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

/**
 * The definitions in a folder, ordered by file name. Throws one error that lists every invalid file with its reason.
 * `taken` maps reserved ids to their owners.
 */
export async function loadNodes(
  folder: URL,
  taken: ReadonlyMap<string, string> = new Map(),
): Promise<NodeDefinition[]> {
  const owners = new Map(taken)
  const files = await nodeFilesIn(folder)
  // Import all files in parallel: loading dominates the start time.
  const imports = await Promise.allSettled(files.map((file) => import(/* @vite-ignore */ new URL(file, folder).href)))
  const definitions: NodeDefinition[] = []
  const broken: string[] = []
  for (const [at, file] of files.entries()) {
    const path = pathOf(file, folder)
    const found = definitionOrProblem(imports[at], file, owners)
    if (typeof found === 'string') {
      broken.push(`${path}: ${found}`)
      continue
    }
    owners.set(found.id, path)
    definitions.push(defineNode({ ...found }))
  }
  if (broken.length > 0) throw new Error(broken.join('\n'), { cause: imports.find(isRejected)?.reason })
  return definitions
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

/** The model is linked if the folder is writable; otherwise the operator has to link it. */
function adviceFor(error: unknown): string {
  const isMissing = isObject(error) && NOT_FOUND.has(String(error.code)) && messageOf(error).includes(`'${MODEL}'`)
  return isMissing ? `; run "npm link ${modelFolder()}" in the folder of the node types` : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
