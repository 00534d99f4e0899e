/** The available node types: the built-in ones and those of `--nodes`, with complete addresses. */
import { hash } from 'node:crypto'
import { catalogueOf, type NodeDefinition, type NodeType } from '@millrace/model'
import {
  type CustomNodes,
  expressionNames,
  expressionProblem,
  type LoadOptions,
  loadBuiltInNodes,
  loadCustomNodes,
  templateProblem,
} from '@millrace/nodes'
import type { Config } from '../platform/config.ts'
import { cronProblem } from '../platform/cron.ts'
import { apiPath } from '../platform/public-address.ts'
import { LiveCatalogue, type NodeTypes } from './live-catalogue.ts'
import { withAllPortsDrawn } from './public-editor-ports.ts'
import { withAddresses } from './type-addresses.ts'

export type CatalogueSettings = Pick<Config, 'nodes' | 'basePath'> & Partial<Pick<Config, 'publicUrl'>>

/**
 * Loads the catalogue of a configuration. Invalid files are left out and listed in `broken`; a location that does not
 * exist is an invalid setting and throws.
 */
export async function loadCatalogue(config: CatalogueSettings, options?: LoadOptions): Promise<LiveCatalogue> {
  const [builtIn, ...custom] = await Promise.all([
    loadBuiltInNodes(),
    ...config.nodes.map((location) => loadCustomNodes(location, process.cwd(), options)),
  ])
  const ownTypes = new Set(builtIn.map(({ id }) => id))
  const build = (given: readonly CustomNodes[]) => nodeTypes(builtIn, given, config)
  return new LiveCatalogue({
    custom,
    build,
    isBuiltIn: (typeId) => ownTypes.has(typeId),
    languages: { expressionNames, expressionProblem, templateProblem, scheduleProblem: cronProblem },
  })
}

function nodeTypes(
  builtIn: readonly NodeDefinition[],
  custom: readonly CustomNodes[],
  config: CatalogueSettings,
): NodeTypes {
  const nodes = custom.flatMap((one) => one.nodes)
  const definitions = [...builtIn, ...nodes.map(({ definition }) => definition)]
  const icons = new Map(nodes.flatMap(({ definition, icon }) => (icon === undefined ? [] : [[definition.id, icon]])))
  const { types, categories } = catalogueOf(
    definitions,
    custom.flatMap((one) => one.categories),
  )
  const served = [...types].map(([id, type]): [string, NodeType] => [
    id,
    withAllPortsDrawn(withAddresses(withIcon(type, icons.get(id)), apiPath(config))),
  ])
  return {
    types: new Map(served),
    categories,
    definitions: new Map(definitions.map((definition) => [definition.id, definition])),
    files: new Map(nodes.map(({ definition, path }) => [definition.id, path])),
    icons,
  }
}

/** The address contains a hash of the icon, so that browsers can keep it. */
function withIcon(type: NodeType, icon: string | undefined): NodeType {
  if (icon === undefined) return type
  return { ...type, iconUrl: `/nodes/${encodeURIComponent(type.id)}/icon?v=${hash('sha256', icon).slice(0, 16)}` }
}
