/** Which node a wording means: by id, label, type, order, role, or by the value it gives. */
import { type NodePort, type NodeType, nodeTypeIdOf, titleOf, type WorkflowNode } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { portsOfNode, typeOf, valueOutputs } from '../graph/ports.ts'
import { typeIn } from './find-type.ts'
import { rootOf } from './mentions.ts'
import { findWords, isNearly, ordinalIn, stemOf, wordsOf } from './words.ts'

/** The nodes that are meant: one, or several that it could be, or none. A port where one was named. */
export interface Meant {
  readonly nodes: readonly WorkflowNode[]
  readonly port?: string
  /** The wording says several. */
  readonly isPlural?: boolean
  /** It is the node that gives the value that was spoken of. */
  readonly isByValue?: boolean
}

const NONE: Meant = { nodes: [] }

const BEFORE =
  /^(?:(?:the|an?|my|our|your|this|that|those|these|its|existing|current|same|whole|old|two|three|four|of|to|from|into|with)\s+)+/i
const BEHIND =
  /\s+(?:nodes?|steps?|blocks?|box|element|component|part|thing|bit|stuff|itself|instead|directly|straight|again)$/i
const ONLY_DETERMINER = /^(?:the|an?|my|our|your|its|all|any|some)$/i
const PRONOUN =
  /^(?:it|its|that|this|this one|that one|the new one|new one|new node|the result|result of that|one|there|copy|the copy|the duplicate|duplicate|the clone)$/i
const PLURAL_PRONOUN =
  /^(?:them|they|these|those|these two|those two|both|the two|both of them|all of them|the new ones)$/i

/** A wording without articles and without the word "node". */
export function bare(text: string): string {
  let result = text.trim()
  for (let before = ''; before !== result; ) {
    before = result
    const shorter = result.replace(BEHIND, '').trim()
    // "its steps" are a value, not steps of something.
    if (shorter.replace(BEFORE, '').trim() !== '' && !ONLY_DETERMINER.test(shorter)) result = shorter
  }
  return result.replace(BEFORE, '').trim() || result
}

/** A node is not spoken of in more characters, and looking for one in them would take long. */
const LONGEST_MENTION = 160

/** The nodes that a wording means. */
export function nodesMeant(text: string, draft: Draft): Meant {
  const given = text.trim()
  if (given === '') return NONE
  const named = byId(given, draft) ?? byLabelInQuotes(given, draft)
  if (named !== undefined) return named
  if (given.length > LONGEST_MENTION) return NONE
  const phrase = bare(given)
  if (PRONOUN.test(phrase) || PRONOUN.test(given)) return one(draft.recent.at(-1), draft)
  if (PLURAL_PRONOUN.test(phrase) || PLURAL_PRONOUN.test(given)) {
    return { nodes: draft.recent.slice(-2).flatMap((id) => draft.node(id) ?? []), isPlural: true }
  }
  const withPort = byPort(phrase, draft)
  if (withPort !== undefined) return withPort
  const isPlural = /\b(?:both|all|every|each)\b/i.test(given)
  const found =
    byLabel(phrase, draft) ??
    byType(phrase, draft) ??
    byRole(phrase, draft) ??
    byValueUnlessType(phrase, draft) ??
    byPartOfLabel(phrase, draft) ??
    byPartOfType(phrase, draft)
  if (found === undefined) return NONE
  if (/\bboth\b/i.test(given)) return { ...bothOf(found, draft), isPlural: true }
  return isPlural || found.isPlural === true ? { ...found, isPlural: true } : narrowed(found, draft)
}

/** "Both writers", where one is called so: the two of its type, if there are just two. */
function bothOf(meant: Meant, draft: Draft): Meant {
  const [node] = meant.nodes
  if (node === undefined || meant.nodes.length !== 1) return meant
  const alike = draft.graph.nodes.filter((other) => nodeTypeIdOf(other) === nodeTypeIdOf(node))
  return alike.length === 2 ? { nodes: alike } : meant
}

/** Of several, the one that was spoken of last. */
function narrowed(meant: Meant, draft: Draft): Meant {
  if (meant.nodes.length < 2) return meant
  const recent = meant.nodes.filter((node) => draft.fresh.includes(node.id))
  return recent.length === 1 ? { ...meant, nodes: recent } : meant
}

function one(id: string | undefined, draft: Draft): Meant {
  const node = id === undefined ? undefined : draft.node(id)
  return node === undefined ? NONE : { nodes: [node] }
}

function byId(text: string, draft: Draft): Meant | undefined {
  const lower = text.toLowerCase()
  let found: { node: WorkflowNode; port: string | undefined } | undefined
  for (const node of draft.graph.nodes) {
    const id = node.id.toLowerCase()
    const at = lower.indexOf(id)
    if (at < 0 || /[\w.]/.test(lower[at - 1] ?? ' ')) continue
    const behind = lower.slice(at + id.length)
    if (/^[\w]|^\.\w/.test(behind)) continue
    // One plain word may be an id and a word of the request; then it has to be all that is said.
    if (!/[._\d]/.test(id) && bare(text).toLowerCase() !== id && !behind.startsWith(':')) continue
    if (found !== undefined && found.node.id.length >= node.id.length) continue
    found = { node, port: /^:([\w.-]+)/.exec(text.slice(at + id.length))?.[1] }
  }
  if (found === undefined) return undefined
  return { nodes: [found.node], ...(found.port === undefined ? {} : { port: found.port }) }
}

function byLabelInQuotes(text: string, draft: Draft): Meant | undefined {
  const mark = /⟦(\d+)⟧/.exec(text)?.[1]
  const label = mark === undefined ? undefined : draft.held[Number(mark)]?.value.toLowerCase()
  if (label === undefined) return undefined
  const nodes = draft.graph.nodes.filter((node) => [titleOf(node).toLowerCase(), node.id.toLowerCase()].includes(label))
  return nodes.length > 0 ? { nodes } : undefined
}

/** `the True branch of the if`, `the logger's trigger`, `the summary of the summarizer`. */
function byPort(phrase: string, draft: Draft): Meant | undefined {
  const owned = /^(.+?)'s?\s+(.+)$/.exec(phrase)
  const said = /^(.+?)\s+(?:of|from|on|in)\s+(.+)$/i.exec(phrase)
  const [whose, port] = owned ? [owned[1] ?? '', owned[2] ?? ''] : [said?.[2] ?? '', said?.[1] ?? '']
  if (whose === '') return undefined
  const { nodes } = nodesMeant(whose, draft)
  const [node] = nodes
  if (node === undefined || nodes.length > 1) return undefined
  const found = portNamed(port, node, draft)
  return { nodes: [node], ...(found === undefined ? {} : { port: found.id }) }
}

const PORT_WORDS: Readonly<Record<string, string>> = {
  answer: 'response',
  reply: 'response',
  page: 'body',
  content: 'body',
  yes: 'confirmed',
  no: 'declined',
  else: 'False',
  category: 'label',
  text: 'text',
  json: 'json',
  item: 'item',
  approved: 'confirmed',
  rejected: 'declined',
}

/** A port of a node by its id or name, on either side. */
export function portNamed(text: string, node: WorkflowNode, draft: Draft): NodePort | undefined {
  const { inputs, outputs } = portsOfNode(node, draft.catalogue)
  const wanted = wordsOf(bare(text).replace(/\b(?:branch|port|path|way|side|output|input|value|the)\b/gi, ' '))
  const words = wanted.length > 0 ? wanted : wordsOf(text)
  const all = [...outputs.values(), ...inputs.values()]
  const is = (port: NodePort) => [port.id, port.name].some((name) => wordsOf(name).join(' ') === words.join(' '))
  const other = PORT_WORDS[words.join(' ')]
  return all.find(is) ?? all.find((port) => port.id === other)
}

function byLabel(phrase: string, draft: Draft): Meant | undefined {
  const words = wordsOf(phrase)
  if (ordinalIn(phrase) !== undefined) return undefined
  let best: { nodes: WorkflowNode[]; score: number } | undefined
  for (const node of draft.graph.nodes) {
    const label = wordsOf(titleOf(node))
    const found = findWords(words, label)
    if (found === undefined) continue
    const score = label.length * 10 - found.slips * 3 + (label.length === words.length ? 5 : 0)
    if (best === undefined || score > best.score) best = { nodes: [node], score }
    else if (score === best.score) best.nodes.push(node)
  }
  if (best === undefined) return undefined
  // A type that says more of the wording than the label wins: "the chat model" is not the node called "Chat".
  const type = typeIn(phrase, draft.catalogue)
  const isOfType = type !== undefined && draft.graph.nodes.some((node) => nodeTypeIdOf(node) === type.type.node_type_id)
  if (isOfType && type.score > best.score + 5) return undefined
  // Several nodes of the type that the label is the plain name of are all meant.
  const same = best.nodes[0] && sameType(best.nodes[0], phrase, draft)
  return { nodes: same ?? best.nodes }
}

/** All that is said is in the label, though the label says more: "the experts", "notifying the boss". */
function byPartOfLabel(phrase: string, draft: Draft): Meant | undefined {
  const words = wordsOf(phrase).filter((word) => !/^(?:the|an?|both|all|each|every|my|our|of)$/.test(word))
  if (words.length === 0 || words.some((word) => word.length < 3)) return undefined
  const nodes = draft.graph.nodes.filter((node) => {
    const label = wordsOf(titleOf(node)).map(rootOf)
    return words.every((word) => label.includes(rootOf(word)))
  })
  return nodes.length === 0 ? undefined : { nodes, ...(/\w{3,}[^s]s$/i.test(phrase) ? { isPlural: true } : {}) }
}

const typeRoots = new WeakMap<NodeType, ReadonlySet<string>>()

function rootsOfType(type: NodeType): ReadonlySet<string> {
  const known = typeRoots.get(type) ?? new Set(wordsOf(`${type.name} ${type.node_type_id}`).map(rootOf))
  typeRoots.set(type, known)
  return known
}

/** All that is said is in the name of a type that the workflow has: "the extractor". */
function byPartOfType(phrase: string, draft: Draft): Meant | undefined {
  const words = wordsOf(phrase).map(rootOf)
  if (words.length === 0 || words.some((word) => word.length < 3)) return undefined
  const nodes = draft.graph.nodes.filter((node) => {
    const type = typeOf(node, draft.catalogue)
    return type !== undefined && words.every((word) => rootsOfType(type).has(word))
  })
  return nodes.length === 0 ? undefined : picked(nodes, phrase)
}

function sameType(node: WorkflowNode, phrase: string, draft: Draft): WorkflowNode[] | undefined {
  const type = typeOf(node, draft.catalogue)
  const isPlainName = type !== undefined && wordsOf(type.name).join(' ') === wordsOf(titleOf(node)).join(' ')
  if (!isPlainName || wordsOf(phrase).length > wordsOf(type.name).length + 1) return undefined
  return draft.graph.nodes.filter((other) => nodeTypeIdOf(other) === nodeTypeIdOf(node))
}

/** Roles that a category plays, the more special first. */
const ROLES: readonly { readonly words: RegExp; readonly categories: readonly string[] }[] = [
  { words: /^(?:inputs?|source|question|user input)$/i, categories: ['inputs', 'triggers'] },
  { words: /^(?:triggers?|start|beginning)$/i, categories: ['triggers', 'inputs'] },
  { words: /^(?:outputs?|results?|final output|end)$/i, categories: ['outputs'] },
  { words: /^(?:models?|llm|ai|language model|llms)$/i, categories: ['models', 'agents', 'ai'] },
  { words: /^(?:agents?|assistant|bot)$/i, categories: ['agents'] },
  { words: /^(?:(?:approval|question|interrupt)s?)$/i, categories: ['interrupts'] },
  { words: /^(?:tools?)$/i, categories: ['tools'] },
  { words: /^(?:loop)$/i, categories: ['logic'] },
]

function byRole(phrase: string, draft: Draft): Meant | undefined {
  const core = phrase.replace(/^(?:first|second|third|last|final|whole|other)\s+/i, '')
  const role = ROLES.find(({ words }) => words.test(core) || words.test(phrase))
  const nodes = role?.categories
    .map((category) => draft.graph.nodes.filter((node) => typeOf(node, draft.catalogue)?.category === category))
    .find((found) => found.length > 0)
  return nodes === undefined ? undefined : picked(nodes, phrase)
}

function byType(phrase: string, draft: Draft): Meant | undefined {
  const all = draft.graph.nodes
  if (/^(?:first|last|final|second|third|\d+\w\w)(?:\s+(?:one|node))?$/i.test(phrase)) return picked(all, phrase)
  const candidates = all.map((node) => nodeTypeIdOf(node))
  // A role ("the output") is asked for before a type of that name that the workflow does not have.
  for (const isLoose of [false, true]) {
    const found = typeIn(phrase, draft.catalogue, isLoose)
    if (found === undefined) continue
    if (candidates.includes(found.type.node_type_id)) {
      return picked(
        all.filter((node) => nodeTypeIdOf(node) === found.type.node_type_id),
        phrase,
      )
    }
  }
  return narrowType(phrase, draft)
}

/** The best type among those that the workflow has. */
function narrowType(phrase: string, draft: Draft): Meant | undefined {
  const present = new Map(
    draft.graph.nodes.flatMap((node) => {
      const type = typeOf(node, draft.catalogue)
      return type === undefined ? [] : [[type.node_type_id, type] as const]
    }),
  )
  const found = typeIn(phrase, subset(draft, present), false)
  const whole = typeIn(phrase, draft.catalogue)
  if (found === undefined || (whole !== undefined && whole.score > found.score + 8)) return undefined
  return picked(
    draft.graph.nodes.filter((node) => nodeTypeIdOf(node) === found.type.node_type_id),
    phrase,
  )
}

function subset(draft: Draft, types: Draft['catalogue']['types']) {
  return { types, categories: draft.catalogue.categories }
}

function picked(nodes: readonly WorkflowNode[], phrase: string): Meant {
  const at = ordinalIn(phrase)
  if (at === undefined) return { nodes }
  const node = nodes.at(at)
  return { nodes: node === undefined ? [] : [node] }
}

/** Words for what comes out of a node, where that is not the name of a port. */
const VALUE_WORDS: readonly { readonly words: RegExp; readonly types: readonly string[]; readonly port: string }[] = [
  {
    words: /\b(?:answer|repl(?:y|ies)|response|output of the model)\b/i,
    types: ['chat_model', 'simple_agent'],
    port: 'response',
  },
  { words: /\b(?:web ?page|page|website|article|html|download)\b/i, types: ['http_request'], port: 'body' },
  { words: /\b(?:question|message|prompt)\b/i, types: ['chat_input'], port: 'message' },
  { words: /\b(?:text|question|prompt)\b/i, types: ['text_input'], port: 'text' },
  { words: /\b(?:file|document|upload)\b/i, types: ['file_input'], port: 'content' },
  { words: /\b(?:body|payload|order|request)\b/i, types: ['webhook_trigger'], port: 'body' },
  { words: /\b(?:category|class|sentiment)\b/i, types: ['text_classifier'], port: 'label' },
]

/** "http request" is the name of a type, not of the value of some other node. */
function byValueUnlessType(phrase: string, draft: Draft): Meant | undefined {
  const isNamed = (typeIn(phrase, draft.catalogue)?.score ?? 0) >= NAMED_SCORE
  return isNamed ? undefined : byValue(phrase, draft)
}

/** Two words of a name. */
const NAMED_SCORE = 20

function byValue(phrase: string, draft: Draft): Meant | undefined {
  const words = wordsOf(phrase)
  for (const node of draft.graph.nodes) {
    for (const port of valueOutputs(portsOfNode(node, draft.catalogue))) {
      const name = wordsOf(port.id)
      const isSaid = name.length === 1 ? words.some((word) => isNearly(word, stemOf(port.id))) : findWords(words, name)
      if (isSaid && !['text', 'value', 'data', 'result', 'message', 'body', 'json', 'output'].includes(port.id))
        return { nodes: [node], port: port.id, isByValue: true }
    }
  }
  const plain = draft.graph.nodes.filter(
    (node) => words.length === 1 && portsOfNode(node, draft.catalogue).outputs.has(words[0] ?? ''),
  )
  // A common name ("the body") is clear where only one node gives something of that name.
  if (plain.length === 1 && words[0] !== 'trigger' && words[0] !== 'text')
    return { nodes: plain, port: words[0] ?? '', isByValue: true }
  for (const { words: pattern, types, port } of VALUE_WORDS) {
    if (!pattern.test(phrase)) continue
    const nodes = draft.graph.nodes.filter((node) => types.includes(nodeTypeIdOf(node)))
    const last = nodes.at(-1)
    if (last !== undefined) return { nodes: [last], port, isByValue: true }
  }
  return undefined
}
