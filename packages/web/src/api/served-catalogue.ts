import { items } from '@millrace/client'
import { BUILT_IN_CATEGORIES, type Catalogue, type Category, type NodeType } from '@millrace/model'
import type { Client } from './client.ts'

/** Loads all pages of node types. */
export async function loadNodeTypes(client: Client): Promise<NodeType[]> {
  const types: NodeType[] = []
  for await (const type of items(client.listNodeTypes, { limit: 1000 })) types.push(type)
  return types
}

/** Combines the served node types and categories. Categories without a description come last, under their id. */
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
