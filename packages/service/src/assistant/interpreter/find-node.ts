/** Which node of the workflow a phrase means: by id, label, type, category, order or as "it". */
import { titleOf, type WorkflowNode } from '@millrace/model'
import { gapAt } from './clauses.ts'
import { type Context, Refusal, readingsOf, withoutArticles, written } from './context.ts'
import { typesCalled, typesNamed } from './find-type.ts'
import { isPhrase, phraseAt } from './lexicon/languages.ts'
import type { Tokens } from './tokens.ts'
import { INFLECTED, nameGap, nearest, type Words, wordGap, wordsOf } from './words.ts'

type Nodes = readonly WorkflowNode[]

/** The one node that a phrase means. `strict` is for edits that lose something: a part of a label is then not enough. */
export function nodeMeant(tokens: Tokens, context: Context, strict = false): WorkflowNode {
  const found = candidates(tokens, context, strict)
  const [node, other] = found
  if (node === undefined || other !== undefined) throw notOne(tokens, found, context)
  return node
}

/** The one node that a phrase means, or all nodes of a phrase such as "all loggers" or "both models". */
export function nodesMeant(tokens: Tokens, context: Context, strict = false): Nodes {
  const quantified = (list: string) => phraseAt(tokens, 0, context.language.phrases(list))
  const [both, all] = [quantified(context.language.both), quantified(context.language.all)]
  if (both === 0 && all === 0) return [nodeMeant(tokens, context, strict)]
  const found = candidates(tokens.slice(both || all), context, true)
  if (found.length < 2 || (both > 0 && found.length > 2)) throw notOne(tokens, found, context)
  return found
}

/** The two nodes of "A and B". */
export function twoNodesMeant(tokens: Tokens, context: Context, strict = false): readonly [string, string] {
  let reason = notOne(tokens, [], context)
  for (let at = 1; at < tokens.length; at++) {
    const rest = tokens.slice(at + gapAt(tokens, at, context.language))
    if (rest.length === tokens.length - at) continue
    try {
      return [nodeMeant(tokens.slice(0, at), context, strict).id, nodeMeant(rest, context, strict).id]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reason = error
    }
  }
  throw reason
}

function notOne(tokens: Tokens, found: Nodes, { draft, language: { texts }, message }: Context): Refusal {
  const phrase = written({ message }, tokens)
  const isMany = found.length > 1
  const names = (isMany ? found : draft.graph.nodes).slice(0, 6).map(({ id }) => draft.name(id))
  if (isMany) return new Refusal(texts.which(phrase), 'ambiguous', names)
  return new Refusal(texts.noNode(phrase), phrase === '' ? 'nothing' : 'slot', names)
}

function candidates(tokens: Tokens, context: Context, strict: boolean): Nodes {
  const { draft, language } = context
  const { nodes } = draft.graph
  const isIt = isPhrase(tokens, language.phrases(language.pronouns))
  const bare = withoutArticles(tokens, language)
  const id = isIt ? draft.recent.at(-1) : bare.length === 1 ? bare[0]?.text : written(context, bare)
  const byId = nodes.filter((node) => node.id === id)
  if (isIt || byId.length > 0) return byId
  const readings = readingsOf(tokens, context)
  for (const words of readings) {
    const { found, gap } = nearest(nodes, (node) => nameGap(words, labelOf(node)))
    if (gap <= INFLECTED) return found
  }
  // From "first" on; the last of them is "last".
  const ordinals = language.ordinals.split(', ')
  const order = ordinals.findIndex((list) => phraseAt(bare, 0, language.phrases(list)) > 0)
  if (order < 0) return byKind(readings, context, strict)
  const rest = bare.slice(1)
  const among = isPhrase(rest, language.phrases(language.nouns.node))
    ? nodes
    : byKind(readingsOf(rest, context), context, true)
  return among.slice(order === ordinals.length - 1 ? -1 : order).slice(0, 1)
}

/** By type, category, a part of the label, or with a typing error. */
function byKind(readings: readonly Words[], { draft: { graph, catalogue, typeOf } }: Context, strict: boolean): Nodes {
  for (const words of readings) {
    const types = typesCalled(words, catalogue, INFLECTED)
    const ofKind = graph.nodes.filter((node) => {
      const type = typeOf(node)
      return type !== undefined && (types.has(type) || nameGap(words, [type.category]) <= INFLECTED)
    })
    const isIn = (word: string, node: WorkflowNode) => labelOf(node).some((own) => wordGap(word, own) <= INFLECTED)
    const inLabel = graph.nodes.filter((node) => words.length > 0 && words.every((word) => isIn(word, node)))
    const all = [...new Set([...ofKind, ...inLabel])]
    // A part of a label is enough for what loses nothing; otherwise it only shows that the phrase is ambiguous.
    if (all.length > 0) return strict && ofKind.length === 0 && all.length === 1 ? [] : all
  }
  for (const words of readings) {
    const labels = nearest(graph.nodes, (node) => nameGap(words, labelOf(node)))
    const types = typesNamed(words, catalogue).types
    const ofType = graph.nodes.filter((node) => types.some((type) => type === typeOf(node)))
    if (labels.found.length + ofType.length > 0) return [...new Set([...labels.found, ...ofType])]
  }
  return []
}

function labelOf(node: WorkflowNode): Words {
  return wordsOf(titleOf(node))
}
