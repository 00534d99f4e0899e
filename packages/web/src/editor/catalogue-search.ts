/** Finds node types by category and by search words, best match first. */
import { type Catalogue, type Category, isAgentSpecType, keywordsOf, type NodeType } from '@millrace/model'

export interface CatalogueGroup {
  readonly category: Category
  readonly types: readonly NodeType[]
}

export interface SearchOptions {
  /** Agent Spec types are listed too. Otherwise only if the query asks for them. */
  readonly withAgentSpec?: boolean
  /** How much a type is used, from 0 (never) to 1 (the most). */
  readonly usageOf?: (id: string) => number
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

const AGENT_SPEC = /\bagent[\s_-]?spec\b/gi

/** Types that match all words, best first. A type that is used a lot can overtake a slightly better match. */
export function searchTypes(
  { types }: Catalogue,
  query: string,
  { withAgentSpec = false, usageOf = () => 0 }: SearchOptions = {},
): NodeType[] {
  const isAskedFor = query.search(AGENT_SPEC) !== -1
  const text = query.replaceAll(AGENT_SPEC, ' ').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const words = text.split(' ').filter(Boolean)
  const ranked = [...types.values()].flatMap((type) => {
    const isSpec = isAgentSpecType(type)
    if (isSpec ? !(withAgentSpec || isAskedFor) : isAskedFor) return []
    const rank = rankOf(termsOf(type), text, words)
    return rank === undefined ? [] : [{ type, rank: rank - usageOf(type.node_type_id) * USAGE_WEIGHT }]
  })
  return ranked.sort((a, b) => a.rank - b.rank || a.type.name.localeCompare(b.type.name)).map(({ type }) => type)
}

/** The words that a type is found by, in lower case. */
interface Terms {
  readonly name: string
  readonly id: string
  readonly tags: readonly string[]
  /** Words of tasks that the node is used for; weaker than its tags, which are names of the node. */
  readonly keywords: readonly string[]
  readonly category: string
  readonly description: string
}

const cachedTerms = new WeakMap<NodeType, Terms>()

function termsOf(type: NodeType): Terms {
  const known = cachedTerms.get(type)
  if (known !== undefined) return known
  const lower = (texts: readonly string[] = []) => texts.map((text) => text.toLowerCase())
  const terms = {
    name: type.name.toLowerCase(),
    id: type.node_type_id.toLowerCase().replaceAll(/[._]/g, ' '),
    tags: lower(type.tags),
    keywords: lower(keywordsOf(type)),
    category: (type.category ?? '').toLowerCase(),
    description: (type.description ?? '').toLowerCase(),
  }
  cachedTerms.set(type, terms)
  return terms
}

const RANK = {
  exactName: 0,
  exactTag: 1,
  exactKeyword: 1.5,
  nameStart: 2,
  nameWord: 3,
  tagStart: 3.5,
  idWord: 4,
  keywordStart: 4.5,
  tagWord: 5,
  category: 6,
  description: 7,
  insideName: 9,
  insideTag: 10,
} as const

/** Equal to the distance between an exact tag and the start of a tag. */
const USAGE_WEIGHT = 2.4
/** Shorter words are inside too many others. */
const MIN_INSIDE_LENGTH = 3

/** Rank of a match: 0 is best, undefined means no match. */
function rankOf(terms: Terms, text: string, words: readonly string[]): number | undefined {
  if (words.length === 0) return 0
  if (words.length > 1) {
    const whole = rankOfWord(terms, text)
    if (whole !== undefined) return whole
  }
  let worst = 0
  let sum = 0
  for (const word of words) {
    const rank = rankOfWord(terms, word)
    if (rank === undefined) return undefined
    worst = Math.max(worst, rank)
    sum += rank
  }
  return words.length === 1 ? worst : worst + sum / words.length / 100 + 1
}

function rankOfWord({ name, id, tags, keywords, category, description }: Terms, word: string): number | undefined {
  if (name === word) return RANK.exactName
  // A type lists its most important tags first.
  const tagAt = tags.indexOf(word)
  if (tagAt !== -1) return RANK.exactTag + Math.min(tagAt, 40) / 100
  if (keywords.includes(word)) return RANK.exactKeyword
  if (name.startsWith(word)) return RANK.nameStart
  if (hasWordStart(name, word)) return RANK.nameWord
  if (tags.some((tag) => tag.startsWith(word))) return RANK.tagStart
  if (hasWordStart(id, word)) return RANK.idWord
  if (keywords.some((keyword) => keyword.startsWith(word))) return RANK.keywordStart
  if (tags.some((tag) => hasWordStart(tag, word)) || keywords.some((keyword) => hasWordStart(keyword, word))) {
    return RANK.tagWord
  }
  if (category.startsWith(word)) return RANK.category
  if (hasWordStart(description, word)) return RANK.description
  if (word.length < MIN_INSIDE_LENGTH) return undefined
  if (name.includes(word)) return RANK.insideName
  return tags.some((tag) => tag.includes(word)) ? RANK.insideTag : undefined
}

function hasWordStart(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))
}
