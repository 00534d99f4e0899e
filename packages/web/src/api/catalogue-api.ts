import {
  BUILT_IN_CATEGORIES,
  type Catalogue,
  type Category,
  type CompatibilityRule,
  type DataType,
  type NodeType,
} from '@millrace/model'
import type { Client } from './client.ts'

export interface PortConfig {
  readonly version: string
  readonly defaultDataType: string
  readonly dataTypes: readonly DataType[]
  readonly compatibilityRules: readonly CompatibilityRule[]
}

const PAGE = 1000

/** All node types, however many pages they take. */
export async function loadNodeTypes(client: Client): Promise<NodeType[]> {
  const types: NodeType[] = []
  while (true) {
    const page = await client.data<NodeType[]>('/nodes', { query: { limit: PAGE, offset: types.length || undefined } })
    types.push(...page)
    if (page.length < PAGE) return types
  }
}

export function loadPortConfig(client: Client): Promise<PortConfig> {
  return client.data('/port-config')
}

export function loadCategories(client: Client): Promise<Category[]> {
  return client.data('/categories')
}

/** The served node types and categories as one value; categories nobody described come last under their own name. */
export function servedCatalogue(types: readonly NodeType[], categories: readonly Category[]): Catalogue {
  const byName = new Map<string, Category>()
  for (const category of [...BUILT_IN_CATEGORIES, ...categories]) {
    byName.set(category.name, { ...byName.get(category.name), ...category })
  }
  for (const { category } of types) {
    if (byName.has(category)) continue
    byName.set(category, {
      name: category,
      label: category,
      icon: 'mdi:folder',
      color: 'var(--fd-node-slate)',
      weight: 999,
    })
  }
  return {
    types: new Map(types.map((type) => [typeId(type), { ...type, node_type_id: typeId(type) }])),
    categories: [...byName.values()].sort((a, b) => a.weight - b.weight),
  }
}

/** Older backends only have `id`. */
function typeId(type: NodeType): string {
  return type.node_type_id ?? type.id
}
