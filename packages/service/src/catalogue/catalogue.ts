/** The available node types: the built-in ones and those of `--nodes`, with complete autocomplete addresses. */
import { catalogueOf, type NodeDefinition, type NodeType } from '@millrace/model'
import { expressionNames, expressionProblem, loadBuiltInNodes, loadCustomNodes, templateProblem } from '@millrace/nodes'
import type { Config } from '../platform/config.ts'
import { cronProblem } from '../platform/cron.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { withAllPortsDrawn } from './public-editor-ports.ts'
import { withAddresses } from './type-addresses.ts'

/** Loads the catalogue of a configuration; the error names the file that is invalid. */
export async function loadCatalogue({ nodes, basePath }: Pick<Config, 'nodes' | 'basePath'>): Promise<ServedCatalogue> {
  const [builtIn, ...custom] = await Promise.all([
    loadBuiltInNodes(),
    ...nodes.map((location) => loadCustomNodes(location, process.cwd())),
  ])
  const definitions = [...builtIn, ...custom.flatMap((one) => one.definitions)]
  rejectDuplicates(definitions)
  const ownTypes = new Set(builtIn.map(({ id }) => id))
  const { types, categories } = catalogueOf(
    definitions,
    custom.flatMap((one) => one.categories),
  )
  const served = [...types].map(([id, type]): [string, NodeType] => [
    id,
    withAllPortsDrawn(withAddresses(type, basePath)),
  ])
  return {
    types: new Map(served),
    categories,
    definitions: new Map(definitions.map((definition) => [definition.id, definition])),
    isBuiltIn: (typeId) => ownTypes.has(typeId),
    languages: { expressionNames, expressionProblem, templateProblem, scheduleProblem: cronProblem },
  }
}

function rejectDuplicates(definitions: readonly NodeDefinition[]): void {
  const seen = new Set<string>()
  for (const { id } of definitions) {
    if (seen.has(id)) throw new Error(`--nodes: the node type "${id}" is defined twice`)
    seen.add(id)
  }
}
