/** The node types on offer: the built-in ones and those of `--nodes`, with the addresses in them made whole. */
import { catalogueOf, type NodeDefinition, type NodeType } from '@millrace/model'
import { expressionProblem, loadBuiltInNodes, loadCustomNodes, templateProblem } from '@millrace/nodes'
import type { Config } from '../platform/config.ts'
import { cronProblem } from '../platform/cron.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { withAllPortsDrawn } from './public-drawing.ts'
import { withAddresses } from './type-addresses.ts'

/** Loads the catalogue of a configuration; fails with the name of a file that is broken. */
export async function loadCatalogue({ nodes, basePath }: Pick<Config, 'nodes' | 'basePath'>): Promise<ServedCatalogue> {
  const [builtIn, ...custom] = await Promise.all([
    loadBuiltInNodes(),
    ...nodes.map((location) => loadCustomNodes(location, process.cwd())),
  ])
  const definitions = [...builtIn, ...custom.flatMap((one) => one.definitions)]
  refuseTwins(definitions)
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
    languages: { expressionProblem, templateProblem, scheduleProblem: cronProblem },
  }
}

function refuseTwins(definitions: readonly NodeDefinition[]): void {
  const seen = new Set<string>()
  for (const { id } of definitions) {
    if (seen.has(id)) throw new Error(`--nodes: two places define the node type "${id}"`)
    seen.add(id)
  }
}
