/** Finds node types by category and by search words, best match first. */
import type { Catalogue, Category, NodeType } from '@millrace/model'

export interface CatalogueGroup {
  readonly category: Category
  readonly types: readonly NodeType[]
}

/** Categories sorted by weight, with their types sorted by name; empty categories are omitted. */
export function groupsOf(
  { types, categories }: Catalogue,
  isIncluded: (type: NodeType) => boolean = () => true,
): CatalogueGroup[] {
  const byCategory = Map.groupBy([...types.values()].filter(isIncluded), (type) => type.category)
  return categories.flatMap((category) => {
    const found = byCategory.get(category.name)
    return found === undefined ? [] : [{ category, types: found.sort((a, b) => a.name.localeCompare(b.name)) }]
  })
}

/** Types that match all words; matches at the start of the name come first. */
export function searchTypes({ types }: Catalogue, query: string): NodeType[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = [...types.values()].flatMap((type) => {
    const ranks = words.map((word) => rankOf(type, word))
    return ranks.includes(undefined) ? [] : [{ type, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }]
  })
  return ranked.sort((a, b) => a.rank - b.rank || a.type.name.localeCompare(b.type.name)).map(({ type }) => type)
}

/** Rank of a match: 0 is best, undefined means no match. */
function rankOf(type: NodeType, word: string): number | undefined {
  const name = type.name.toLowerCase()
  if (name.startsWith(word)) return 0
  if (name.split(/\W+/).some((part) => part.startsWith(word))) return 1
  if (name.includes(word) || type.node_type_id.toLowerCase().includes(word)) return 2
  if (type.tags?.some((tag) => tag.toLowerCase().startsWith(word))) return 3
  if (type.category.includes(word)) return 4
  return type.description.toLowerCase().includes(word) ? 5 : undefined
}
