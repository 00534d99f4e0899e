/** The node types on offer: the built-in ones and those of `--nodes`, with the addresses in them made whole. */
import { catalogueOf, isObject, type NodeDefinition, type NodeType } from '@millrace/model'
import { expressionProblem, loadBuiltInNodes, loadCustomNodes, templateProblem } from '@millrace/nodes'
import type { Config } from './config.ts'
import type { ServedCatalogue } from './given.ts'
import { cronProblem } from './running/triggers/cron.ts'

/** Loads the catalogue of a configuration; fails with the name of a file that is broken. */
export async function loadCatalogue({ nodes, basePath }: Pick<Config, 'nodes' | 'basePath'>): Promise<ServedCatalogue> {
  const [builtIn, ...custom] = await Promise.all([
    loadBuiltInNodes(),
    ...nodes.map((location) => loadCustomNodes(location, process.cwd())),
  ])
  const definitions = [...builtIn, ...custom.flatMap((one) => one.definitions)]
  refuseTwins(definitions)
  const { types, categories } = catalogueOf(
    definitions,
    custom.flatMap((one) => one.categories),
  )
  const served = [...types].map(([id, type]): [string, NodeType] => [id, withAddresses(type, basePath)])
  return {
    types: new Map(served),
    categories,
    definitions: new Map(definitions.map((definition) => [definition.id, definition])),
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

function withAddresses(type: NodeType, basePath: string): NodeType {
  return { ...type, configSchema: wholeAddresses(type.configSchema, basePath) as NodeType['configSchema'] }
}

/** Definitions write autocomplete addresses below the base path, since they cannot know it; clients get whole paths. */
function wholeAddresses(value: unknown, basePath: string): unknown {
  if (Array.isArray(value)) return value.map((item) => wholeAddresses(item, basePath))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key,
      key === 'autocomplete' && isObject(inside) && String(inside.url).startsWith('/')
        ? { ...inside, url: `${basePath}${inside.url}` }
        : wholeAddresses(inside, basePath),
    ]),
  )
}
