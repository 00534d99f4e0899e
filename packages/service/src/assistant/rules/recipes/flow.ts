/**
 * A workflow described step by step: every step takes the value of the one before it. A step on a value that is used
 * already takes its place there; a first step without a value gets a source made for it.
 */
import { AboutNothing, type Draft, type Place, propertiesOf } from '../draft.ts'
import { insertAfter, passesOn } from '../graph/insert.ts'
import { mainInput, mainOutput, portsOfNode, targetPortOf } from '../graph/ports.ts'
import { bare, nodesMeant } from '../language/find-node.ts'
import { did } from '../outcome.ts'

export interface Step {
  readonly type: string
  readonly label?: string
  readonly settings?: Readonly<Record<string, unknown>>
  /** The input that takes the value, where it is not the one that fits best. */
  readonly into?: string | undefined
  /** The value goes on to others as well: nothing is put in its place. */
  readonly isAside?: boolean
  /** It is an end: its value is not what the next step is about, and no output is needed behind it. */
  readonly isSink?: boolean
  /** Said of it, behind its name. */
  readonly does: string
}

/** Adds a step behind what the sentence has so far. Its id. */
export function step(
  draft: Draft,
  { type, label, settings = {}, into, isAside = false, isSink = false, does }: Step,
): string | undefined {
  const id = draft.add(type, label)
  if (id === undefined) return undefined
  draft.set(id, { ...modelOfOthers(draft, id), ...settings })
  const { value, gate } = draft
  if (value !== undefined) {
    const isUsed = draft.leaving(value.node).some((edge) => edge.target !== id)
    if (!isAside && into === undefined && isUsed && !draft.fresh.includes(value.node) && passesOn(draft, id))
      insertAfter(draft, id, value.node, value.port)
    else draft.connect(value.node, id, { sourcePort: value.port, targetPort: into })
  }
  if (gate !== undefined) {
    draft.connect(gate.node, id, { sourcePort: gate.port, targetPort: 'trigger' })
    draft.gate = undefined
  }
  const node = draft.node(id)
  const output = node === undefined ? undefined : mainOutput(node, draft.catalogue)
  draft.last = { node: id, isSink }
  if (output !== undefined && !isAside && !(isSink && value !== undefined)) draft.value = { node: id, port: output.id }
  did(draft, `${draft.name(id)} ${does}.`)
  return id
}

/** A new model is the one that the workflow uses already, so that it runs without another word. */
export function modelOfOthers(draft: Draft, id: string): Record<string, unknown> {
  const own = draft.node(id)?.data?.config
  const type = draft.catalogue.types.get(draft.node(id)?.data?.metadata?.node_type_id as string)
  // Models that turn texts into vectors are others than those that write.
  const isWriter = 'maxTokens' in propertiesOf(type?.configSchema)
  if (own === undefined || !('provider' in own) || !isWriter) return {}
  for (const node of draft.graph.nodes) {
    const config = node.data?.config
    if (
      node.id !== id &&
      typeof config?.model === 'string' &&
      config.model !== '' &&
      typeof config.provider === 'string'
    ) {
      return { provider: config.provider, model: config.model }
    }
  }
  return {}
}

const PRONOUN = /^(?:it|them|that|this|these|those|the result|result|everything|each|each one|each of them|that one|)$/i
const MADE =
  /^(?:the|that|this|its|their)\s+(?:\w+ed|new|final|finished|resulting|clean|better|written|sorted|shorter)\s+\w+$/i
const GENERIC =
  /^(?:the|this|that|its|their|my)\s+(?:\w+\s+)?(?:results?|outputs?|texts?|answers?|data|values?|contents?|rows?|items?|list|changes|draft|report)$/i
const DEFINITE = /^(?:the|this|that|its|their|my)\b/i

/** Makes sure that there is a value for what a step is about. */
export function about(draft: Draft, object: string, source: (draft: Draft, object: string) => void = sourceFor): void {
  const phrase = object.trim().replace(/^(it|them|that|this)\s+(?:on|in|at|to|for|with|from|into)\b.*$/i, '$1')
  const isItem = draft.loop !== undefined && draft.value?.node === draft.loop && draft.value.port === 'item'
  if (isItem && /\b(?:web ?page|page|website|site|article)\b/i.test(phrase)) {
    step(draft, { type: 'http_request', label: 'Fetch page', into: 'url', does: 'fetches the page of the item' })
    return
  }
  if (/^(?:each|every|all)(?: (?:one|of them|item|entry|element))?$/i.test(phrase) && startLoop(draft)) return
  // "the corrected text" is what the step before made, not the text that it began with.
  const isMade = draft.value !== undefined && draft.fresh.includes(draft.value.node) && MADE.test(phrase)
  if (isMade) return
  if (draft.value !== undefined && (PRONOUN.test(phrase) || DEFINITE.test(phrase))) {
    const named = DEFINITE.test(phrase) ? existing(draft, phrase) : undefined
    if (named !== undefined) draft.value = named
    return
  }
  const found = /^(?:an?|some|any|every|each|incoming|new)\b/i.test(phrase) ? undefined : existing(draft, phrase)
  if (found !== undefined) draft.value = found
  else if (draft.value === undefined && (PRONOUN.test(phrase) || GENERIC.test(phrase))) draft.value = tailOf(draft)
  if (draft.value === undefined && draft.before.nodes.length === 0) draft.value = lastAdded(draft)
  if (draft.value !== undefined) return
  // In a workflow that is there, a thing that it does not have is made only where it is asked for: "a text", an address.
  const isWanted = /^(?:an?|some|any|every|each|incoming|new|another)\b|⟦/i.test(phrase) || SOURCES.test(phrase)
  if (draft.before.nodes.length > 0 && !isWanted) throw new AboutNothing(phrase)
  source(draft, phrase)
}

const SOURCES = /\b(?:web ?pages?|websites?|urls?|files?|documents?|csv|database|table|lists?|apis?)\b/i

/** What this message added to an empty workflow before it began to describe steps. */
function lastAdded(draft: Draft): Place | undefined {
  const id = draft.fresh.at(-1)
  const node = id === undefined ? undefined : draft.node(id)
  const port = node && mainOutput(node, draft.catalogue)?.id
  return node === undefined || port === undefined ? undefined : { node: node.id, port }
}

/** "Each one" of a list: what follows is done for every item. */
function startLoop(draft: Draft): boolean {
  const { value } = draft
  const node = value && draft.node(value.node)
  const port = node && portsOfNode(node, draft.catalogue).outputs.get(value?.port ?? '')
  const isList =
    port !== undefined && (/\[\]$|^array$/.test(port.dataType) || Array.isArray(node?.data?.config?.defaultValue))
  if (!isList || draft.loop !== undefined) return false
  const id = step(draft, { type: 'foreach', into: 'items', does: 'does what follows for every item' })
  if (id === undefined) return false
  draft.loop = id
  draft.value = { node: id, port: 'item' }
  return true
}

/** The value of a node that a wording means. */
function existing(draft: Draft, phrase: string): Place | undefined {
  if (phrase === '') return undefined
  const { nodes, port } = nodesMeant(phrase, draft)
  const [node] = nodes
  if (node === undefined || nodes.length > 1) return undefined
  const outputs = portsOfNode(node, draft.catalogue).outputs
  const output = port !== undefined && outputs.has(port) ? port : mainOutput(node, draft.catalogue)?.id
  return output === undefined ? undefined : { node: node.id, port: output }
}

/** The value that the workflow ends with: what feeds its output, else what nothing takes yet. */
export function tailOf(draft: Draft): Place | undefined {
  const { nodes, edges } = draft.graph
  const isOutput = (id: string) =>
    draft.catalogue.types.get(nodes.find((node) => node.id === id)?.data?.metadata?.node_type_id as string)
      ?.category === 'outputs'
  const last = edges.findLast((edge) => isOutput(edge.target) && targetPortOf(edge) !== 'trigger')
  if (last !== undefined) {
    const port = /-output-(.+)$/.exec(last.sourceHandle ?? '')?.[1] ?? last.sourceHandle
    if (typeof port === 'string') return { node: last.source, port }
  }
  const open = nodes.findLast(
    (node) => mainOutput(node, draft.catalogue) !== undefined && !edges.some((edge) => edge.source === node.id),
  )
  const port = open && mainOutput(open, draft.catalogue)?.id
  return open === undefined || port === undefined ? undefined : { node: open.id, port }
}

function addressIn(draft: Draft, text: string): string | undefined {
  const marks = [...text.matchAll(/⟦(\d+)⟧/g)].flatMap((match) => draft.held[Number(match[1])] ?? [])
  return marks.find((one) => one.kind === 'address')?.value
}

/** A source for what a wording speaks of: a page, a file, a list, a message, else a text. */
export function sourceFor(draft: Draft, object: string): void {
  const address = addressIn(draft, object)
  if (/\blists? of\b/i.test(object) && address === undefined) {
    const label = titled(object.replace(/^.*\blists? of\b/i, ''), 'List')
    step(draft, {
      type: 'json_input',
      label,
      settings: { defaultValue: [] },
      does: 'takes the list that the run is started with',
    })
    return
  }
  if (
    address !== undefined ||
    /\b(?:web ?pages?|websites?|urls?|sites?|articles?|pages?|blog posts?|news)\b/i.test(object)
  )
    return pageSource(draft, address)
  if (/\b(?:apis?|endpoints?)\b/i.test(object))
    return void step(draft, { type: 'http_request', does: 'calls the address; fill it in' })
  if (/\b(?:csv|files?|documents?|docs|pdfs?|uploads?|spreadsheet)\b/i.test(object))
    return void step(draft, {
      type: 'file_input',
      ...(/\bcsv\b/i.test(object) ? { label: 'CSV file' } : {}),
      does: 'takes the file',
    })
  if (/\b(?:database|table|sql)\b/i.test(object))
    return void step(draft, { type: 'sql_query', does: 'asks the database; fill in the query and the connection' })
  if (
    /\b(?:lists?|items?|arrays?|rows|records|entries|json|objects?|data|payload|changes|array|users|customers|orders|products)\b/i.test(
      object,
    )
  ) {
    const isList = !/\b(?:json|object|payload)\b/i.test(object)
    return void step(draft, {
      type: 'json_input',
      label: titled(object, isList ? 'List' : 'Data'),
      settings: { defaultValue: isList ? [] : {} },
      does: 'takes the data that the run is started with',
    })
  }
  if (/\b(?:chat|user(?:'s)? (?:message|question)|conversation|user input)\b/i.test(object))
    return void step(draft, { type: 'chat_input', does: 'takes the message of the user' })
  if (/\b(?:numbers?|amounts?|price|age)\b/i.test(object))
    return void step(draft, {
      type: 'number_input',
      label: titled(object, 'Number'),
      does: 'takes the number that the run is started with',
    })
  step(draft, {
    type: 'text_input',
    label: titled(object, 'Text'),
    does: 'takes the text that the run is started with',
  })
}

/** A page: its address is given, or asked for when the run starts. */
export function pageSource(draft: Draft, address?: string): void {
  if (address !== undefined)
    return void step(draft, {
      type: 'http_request',
      label: 'Fetch page',
      settings: { url: address },
      does: `fetches ${address}`,
    })
  step(draft, {
    type: 'text_input',
    label: 'Page address',
    settings: { placeholder: 'https://…' },
    does: 'takes the address of the page',
  })
  step(draft, { type: 'http_request', label: 'Fetch page', into: 'url', does: 'fetches it' })
}

/** A label out of a wording: its last word or two, with a capital. */
function titled(object: string, fallback: string): string {
  const words = bare(object.replace(/⟦\d+⟧/g, ' '))
    .split(/\s+/)
    .filter((word) => /^[\p{L}]{2,}$/u.test(word) && !/^(?:incoming|new|some|any|every|each|as|all)$/i.test(word))
  const label = words.slice(-2).join(' ')
  return label === '' || /^(?:it|them|that|this|text|result)$/i.test(label)
    ? fallback
    : label.charAt(0).toUpperCase() + label.slice(1)
}

/** Closes what a message has left open: a loop goes back, and a value that nothing takes becomes an output. */
export function finish(draft: Draft): void {
  const { loop } = draft
  if (loop !== undefined && draft.last !== undefined && draft.last.node !== loop) {
    draft.try({ verb: 'connect', source: endOf(draft, draft.last.node), target: { node: loop, port: 'loop_back' } })
    did(draft, `The last step goes back to ${draft.name(loop)}, for the next item`)
    draft.value = { node: loop, port: 'results' }
    draft.loop = undefined
    draft.last = undefined
  }
  if (draft.last?.isSink === true) return
  const end = draft.value
  // One step by itself is a node that somebody wants, not a flow that has to end somewhere.
  if (draft.graph.nodes.length === 1 && draft.last !== undefined && isUnfed(draft, draft.last.node)) return
  if (end === undefined || !draft.fresh.includes(end.node) || !isLoose(draft, end)) return
  const node = draft.node(end.node)
  const dataType = node && portsOfNode(node, draft.catalogue).outputs.get(end.port)?.dataType
  const isChat = draft.fresh.some((id) => draft.node(id)?.data?.metadata?.node_type_id === 'chat_input')
  const type = isChat ? 'chat_output' : dataType === 'string' ? 'text_output' : 'output'
  step(draft, { type, label: isChat ? 'Answer' : 'Result', does: 'shows the result' })
}

/** What says that a step is over: its value, else its order. */
function endOf(draft: Draft, id: string): Place {
  const node = draft.node(id)
  return { node: id, port: (node && mainOutput(node, draft.catalogue)?.id) ?? 'trigger' }
}

function isUnfed(draft: Draft, id: string): boolean {
  const node = draft.node(id)
  return node !== undefined && mainInput(node, draft.catalogue) !== undefined && draft.arriving(id).length === 0
}

function isLoose(draft: Draft, { node, port }: Place): boolean {
  return !draft.graph.edges.some((edge) => edge.source === node && edge.sourceHandle === `${node}-output-${port}`)
}
