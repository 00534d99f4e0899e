/** Which node type a phrase names: by its id, its name or one of its tags. Custom types are found like built-in ones. */
import { type Catalogue, NATIVE_FORMAT, type NodeType } from '@millrace/model'
import { type Context, Refusal, readingsOf, written } from './context.ts'
import type { Tokens } from './tokens.ts'
import { NO_MATCH, nameGap, nearest, type Words, wordsOf } from './words.ts'

type TypeName = { readonly words: Words; readonly type: NodeType; readonly isTag: boolean }

const indexes = new WeakMap<Catalogue, { readonly version: number | undefined; readonly names: readonly TypeName[] }>()

function typeNames(catalogue: Catalogue): readonly TypeName[] {
  const known = indexes.get(catalogue)
  if (known !== undefined && known.version === catalogue.version) return known.names
  const names = [...catalogue.types.values()].flatMap((type) => {
    // Types of other formats have the tags of ours; they are found by their names only.
    const tags = type.formats.includes(NATIVE_FORMAT) ? type.tags : []
    const named = (name: string, at: number) => ({ words: wordsOf(name), type, isTag: at > 1 })
    return [type.node_type_id, type.name, ...tags].map(named)
  })
  indexes.set(catalogue, { version: catalogue.version, names })
  return names
}

/** The types that words name equally well, and how far their names are from them. */
export function typesNamed(words: Words, catalogue: Catalogue): { types: NodeType[]; gap: number } {
  const names = typeNames(catalogue)
  // A tag counts a little less than a name, so that a name is never ambiguous with the tag of another type.
  const near = nearest(names, (name) => nameGap(words, name.words) + (name.isTag ? 0.1 : 0))
  const found = near.found.length > 0 ? near.found : names.filter((name) => isBeginning(words, name.words))
  return { types: [...new Set(found.map(({ type }) => type))], gap: near.gap === NO_MATCH ? 2 : near.gap }
}

function isBeginning(words: Words, name: Words): boolean {
  const begins = (word: string, own = '') => word.length >= 4 && own.startsWith(word) && word.length >= own.length * 0.6
  return words.length === name.length && words.every((word, at) => begins(word, name[at]))
}

export function typeMeant(tokens: Tokens, context: Context): NodeType {
  const { texts } = context.language
  const readings = readingsOf(tokens, context).map((words) => typesNamed(words, context.draft.catalogue).types)
  const types = readings.find(({ length }) => length > 0) ?? []
  const [type, other] = types
  const phrase = written(context, tokens)
  if (type === undefined)
    throw new Refusal(texts.noType(phrase), phrase === '' ? 'nothing' : 'slot', typesLike(tokens, context))
  if (other !== undefined)
    throw new Refusal(
      texts.which(phrase),
      'ambiguous',
      types.slice(0, 6).map((one) => typeLabel(one, context)),
    )
  return type
}

/** The types that have exactly this name or tag, in any form. */
export function typesCalled(words: Words, catalogue: Catalogue, most: number): Set<NodeType> {
  const called = typeNames(catalogue).filter((name) => nameGap(words, name.words) <= most)
  return new Set(called.map(({ type }) => type))
}

/** A few types that share a word with a phrase, as suggestions. */
export function typesLike(tokens: Tokens, context: Context): string[] {
  const words = new Set(tokens.flatMap(({ text }) => wordsOf(text)).filter((word) => word.length > 2))
  const { found } = nearest(typeNames(context.draft.catalogue), ({ words: name }) => {
    const shared = name.filter((word) => words.has(word)).length
    return shared === 0 ? NO_MATCH : 1 - shared / name.length
  })
  return [...new Set(found.map(({ type }) => typeLabel(type, context)))].slice(0, 3)
}

export function typeLabel(type: NodeType, { typeText = (text) => text }: Pick<Context, 'typeText'>): string {
  return `**${typeText(type.name)}** (\`${type.node_type_id}\`)`
}
