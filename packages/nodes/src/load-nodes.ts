/** Loads node types: the built-in ones, and those of a folder, where every file is one and a broken one stops the start. */
import { fileURLToPath } from 'node:url'
import { defineNode, isObject, type NodeDefinition } from '@millrace/model'
import { problemsInDefinition } from './definition-problems.ts'
import { MODEL, modelFolder } from './link-model.ts'
import { nodeFilesIn, withoutEnding } from './node-files.ts'

const NOT_FOUND = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/** All node types that come with Millrace. Their tests hold them to the rules, so a start need not do it again. */
export async function loadBuiltInNodes(): Promise<NodeDefinition[]> {
  // Imported on first use: not every program that checks an expression needs the types.
  const { NODE_TYPES } = await import('./node-types.gen.ts')
  return Object.values(NODE_TYPES)
}

/** The built-in ids and where each comes from. */
export async function builtInIds(): Promise<Map<string, string>> {
  const { NODE_TYPES } = await import('./node-types.gen.ts')
  return new Map(Object.entries(NODE_TYPES).map(([file, { id }]) => [id, `the built-in type ${file}`]))
}

/**
 * The definitions of a folder, in the order of their file names. Throws one error that names every broken file and its
 * reason. `taken` holds ids that are not free and says whose they are.
 */
export async function loadNodes(
  folder: URL,
  taken: ReadonlyMap<string, string> = new Map(),
): Promise<NodeDefinition[]> {
  const owners = new Map(taken)
  const files = await nodeFilesIn(folder)
  // All at once: most of the time of a start is waiting for the files.
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

/** File names are written with hyphens, ids mostly with underscores. */
function expectedId(file: string): string {
  return withoutEnding(file).replaceAll('-', '_')
}

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected'
}

/** The definition in an imported file, or what is wrong with the file. */
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
  if (problems.length > 0) return `is no node definition: ${problems.join('; ')}`
  const definition = value as NodeDefinition
  const expected = expectedId(file)
  if (definition.id.replaceAll('-', '_') !== expected) {
    return `has the id "${definition.id}", but the name of the file asks for "${expected}"`
  }
  const owner = owners.get(definition.id)
  return owner === undefined ? definition : `has the id "${definition.id}", which is already that of ${owner}`
}

/** The model is linked where the folder can be written; where it cannot, the operator has to do it. */
function adviceFor(error: unknown): string {
  const isMissing = isObject(error) && NOT_FOUND.has(String(error.code)) && messageOf(error).includes(`'${MODEL}'`)
  return isMissing ? `; run "npm link ${modelFolder()}" in the folder of the node types` : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
