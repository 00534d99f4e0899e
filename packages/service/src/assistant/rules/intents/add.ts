/** New nodes: `add a chat model called X after Y with temperature 0.2`, `add 3 text inputs`, `give the agent a calculator`. */
import { nodeTypeIdOf } from '@millrace/model'
import { setWhatIsSaid } from '../apply-settings-text.ts'
import type { Draft } from '../draft.ts'
import { insertAfter } from '../graph/insert.ts'
import { sourcePortOf } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { MISSING_THINGS } from '../language/type-words.ts'
import { plain } from '../language/wording.ts'
import { isNearly, numberOf, partsOf, wordsOf } from '../language/words.ts'
import { did, type Intent, noSuchType, notUnderstood } from '../outcome.ts'
import { act } from '../recipes/actions.ts'
import { blockNamed } from '../recipes/blocks.ts'
import { modelOfOthers, tailOf } from '../recipes/flow.ts'
import { headOf, settingsOf } from './new-settings.ts'
import { type Placed, placeIn, putAt } from './place.ts'
import { addTools } from './tools.ts'
import { tellOfStrangers } from './unknown-words.ts'

const ADD =
  /^(?:add|insert|put|place|create|include|introduce|append|drop in|drop(?=\s+an?\b)|bring in|throw in|stick|new node|new|i need|i want|need|we need|give me|make|build|ad|ading|adding|use|have|there should be|inser|insrt)\b:?\s*(?:in\s+)?(.+)$/i
/** `the agent should also be able to query our database` */
const ABLE =
  /^(.+?)\s+(?:should|can|could|must|needs? to|has to)\s+(?:also\s+)?(?:be able to\s+|have(?: access to)?\s+|get\s+|use\s+|know\s+)(.+)$/i
const NAMED =
  /,?\s*\b(?:called|named|labelled|labeled|titled|with the (?:name|label|title)|and (?:call|name) it)\s+(⟦\d+⟧|.+?)(?=\s+(?:that|which|after|before|between|with|and|to|for|from|connected|set)\b|,|$)/i

export const add: Intent = (request, draft) => {
  // A text that is put before or behind another is no node.
  const quoted =
    /^(?:add|append|put|prepend|attach|insert)\s+⟦(\d+)⟧\s+(?:to|before|after|behind|in front of|at)\b/i.exec(
      request,
    )?.[1]
  if (quoted !== undefined && draft.held[Number(quoted)]?.kind === 'text') return false
  const tools =
    /^(?:give|hand|provide|let)\s+(.+?)\s+(?:(?:use|have)\s+)?((?:an?|the|access to|another|two|\d)\s.+)$/i.exec(
      request,
    )
  if (tools !== null && addTools(tools[1] ?? '', tools[2] ?? '', draft)) return true
  const able = ABLE.exec(request)
  if (able !== null && addTools(able[1] ?? '', able[2] ?? '', draft)) return true
  const given = ADD.exec(request)?.[1] ?? slipped(request) ?? listOfTypes(request, draft)
  if (given !== undefined && WORKFLOW.test(given)) return addWorkflow(given, draft)
  if (given === undefined) return false
  const what = withoutOnes(given, draft)
  // "make the model answer in French" changes what is there.
  if (
    /^(?:make|use|have|build|give|i need|i want|need)\b/i.test(request) &&
    !/^(?:an?|another|one|two|three|some|\d+|new|me an?)\b/i.test(what)
  )
    return false
  if (/^use\s+an?\s/i.test(request) && useExisting(what, draft)) return true
  const placed = placeIn(what.replace(/\s+in(?=\s+(?:after|before|between|behind)\b)/i, ''))
  const at = fixed(placed, draft)
  const isSure = /^(?:add|insert|put|place|create|include|append|new|ad\b)/i.test(request)
  const parts = partsWithTypes(placed.rest, draft)
  if (parts === undefined) return isSure && isPlainThing(placed.rest) ? noSuchType(thingIn(placed.rest), draft) : false
  const made = parts.flatMap((part) => addOne(part, draft))
  if (placed.how !== undefined) for (const id of made) putAt(draft, id, at)
  else if (made.length === 1) putAtEdge(request, made[0] ?? '', draft)
  decide(request, made, draft)
  return true
}

/** `yes/no input called Urgent`, `a third model after the critic`: a thing without a verb is wanted, unless it is there. */
export const addBare: Intent = (request, draft) => {
  if (/^(?:the|my|this|that|these|those|its?|all|both)\b/i.test(request) || /\?$/.test(request)) return false
  if (/\b(?:in|of|for|to|on|from|at)\s+(?:the|my)\s/i.test(request) && draft.graph.nodes.length > 0) return false
  const list = request.replace(/,?\s*(?:all |and )?(?:connected|linked|in a row|in this order|together)$/i, '')
  if (/^an?\s/i.test(list) && (partsWithTypes(list, draft)?.length ?? 0) > 1)
    return list === request ? add(`add ${request}`, draft) : addWorkflow(`a workflow with ${list}`, draft)
  const found = typeIn(headOf(placeIn(request).rest), draft.catalogue)
  const isNew = /^(?:an?|another|one more|new|\d+|two|three)\b/i.test(request)
  if (found === undefined || found.start > 2 || found.score < SURE || (!isNew && draft.graph.nodes.length > 0))
    return false
  return add(`add ${isNew ? '' : 'a '}${request}`, draft)
}

/** The score of one whole word that people use for a type, next to the beginning. */
const SURE = 12.5

/** `use a local model via ollama`, where one model is there: that one is set. */
function useExisting(what: string, draft: Draft): boolean {
  const type = typeIn(headOf(what), draft.catalogue)?.type
  const there = draft.graph.nodes.filter((node) => nodeTypeIdOf(node) === type?.node_type_id)
  const [only] = there
  if (type === undefined || only === undefined || there.length > 1) return false
  return setWhatIsSaid(what, only, type, draft)
}

/** A whole is described by its steps, not added. */
const WORKFLOW = /^(?:an?\s+|the\s+|me\s+)*(?:new |simple |small )*(?:workflow|flow|pipeline|automation)\b/i

/** `a workflow with a text input, a chat model and an output`: its nodes, connected in this order. */
function addWorkflow(text: string, draft: Draft): boolean {
  const what = /\b(?:with|of|from|containing|having|made of|:)\s+(.+)$/i.exec(text)?.[1]
  const listed = what === undefined ? undefined : listOfTypes(what, draft)
  const parts = what === undefined ? undefined : partsWithTypes(listed ?? what, draft)
  if (parts === undefined) return false
  const ids = parts.flatMap((part) => addOne(part, draft))
  for (let at = 1; at < ids.length; at++) {
    const [from, to] = [ids[at - 1] ?? '', ids[at] ?? '']
    if (draft.connect(from, to) !== undefined) did(draft, `I connect ${draft.name(from)} to ${draft.name(to)}.`)
  }
  return ids.length > 0
}

/** `at the end`, `at the beginning`: behind what the output shows, or behind what the workflow starts with. */
function putAtEdge(request: string, id: string, draft: Draft): void {
  const where = /\b(?:at|to) the (?:very )?(end|beginning|start|front)\b/i.exec(request)?.[1]
  if (where === undefined || draft.before.nodes.length === 0) return
  const view = draft.without(id)
  const first = view.graph.nodes.find((node) => view.arriving(node.id).length === 0 && view.leaving(node.id).length > 0)
  const place = where.toLowerCase() === 'end' ? tailOf(view) : first && { node: first.id, port: undefined }
  if (place === undefined || draft.node(place.node) === undefined) return
  insertAfter(draft, id, place.node, place.port)
  did(draft, `${draft.name(id)} now comes after ${draft.name(place.node)}.`)
}

/** `add an if after the model: when the answer contains "x", log it`: what is compared, and what happens then. */
function decide(request: string, made: readonly string[], draft: Draft): void {
  const clause = /:\s*((?:if|when|whenever|in case)\b.+)$/i.exec(request)?.[1]
  const [id] = made
  if (clause === undefined || id === undefined || nodeTypeIdOf(draft.node(id) ?? { id }) !== 'if_else') return
  const alone = draft.copy()
  if (!act(clause, alone)) return void notUnderstood(clause, draft)
  const other = alone.fresh.find((one) => nodeTypeIdOf(alone.node(one) ?? { id: one }) === 'if_else')
  const { operator, matchText, expression } = alone.node(other ?? '')?.data?.config ?? {}
  draft.set(id, { operator, matchText, ...(operator === 'expression' ? { expression } : {}) })
  const own = alone.graph.edges.find((edge) => edge.target === other && draft.node(edge.source) !== undefined)
  if (draft.arriving(id).length === 0 && own !== undefined)
    draft.connect(own.source, id, { sourcePort: sourcePortOf(own) })
  const value = draft.arriving(id)[0]
  const then = /(?:,\s*(?:then\s+)?|\s+then\s+|(?:⟦\d+⟧|\d)\s+)(\D.*)$/i.exec(clause)?.[1]
  if (then === undefined) return
  draft.value = value === undefined ? undefined : { node: value.source, port: sourcePortOf(value) }
  draft.gate = { node: id, port: 'True' }
  if (!act(/^\w+ an? (?:warning|error|message)$/i.test(then) ? 'log it' : then, draft)) notUnderstood(then, draft)
}

/** "the first one" is the first of what is added. */
function withoutOnes(text: string, draft: Draft): string {
  const type = typeIn(headOf(text), draft.catalogue)?.type
  if (type === undefined) return text
  return text.replace(/\b(first|second|third|last|other|existing|old|previous) one\b/gi, (_, which: string) =>
    /^(?:other|existing|old|previous)$/i.test(which) ? `first ${type.name}` : `${which} ${type.name}`,
  )
}

/** `text input, chat model, text output`: nothing but names. */
function listOfTypes(request: string, draft: Draft): string | undefined {
  const parts = request.split(/\s*(?:,|\band\b|\+)\s*/i).filter((part) => part !== '')
  const isName = (part: string) => {
    const found = typeIn(part, draft.catalogue)
    return (
      found !== undefined &&
      found.end - found.start >= wordsOf(part.replace(/^(?:an?|the)\s+/i, '')).length &&
      found.score > 10
    )
  }
  return parts.length > 1 && parts.every(isName)
    ? parts.map((part) => `a ${part.replace(/^(?:an?|the)\s+/i, '')}`).join(', ')
    : undefined
}

/** A place in ids, found before the new node could be taken for it. */
function fixed(placed: Placed, draft: Draft): Placed {
  const idOf = (text: string | undefined) => {
    const { nodes, port } = nodesMeant(text ?? '', draft)
    const [node] = nodes
    return node === undefined || nodes.length > 1 ? text : `${node.id}${port === undefined ? '' : `:${port}`}`
  }
  const [first, second] = [idOf(placed.first), idOf(placed.second)]
  return { ...placed, ...(first === undefined ? {} : { first }), ...(second === undefined ? {} : { second }) }
}

/** A slip in the verb itself. */
function slipped(request: string): string | undefined {
  const [first = ''] = wordsOf(request)
  return ['insert', 'create'].some((verb) => isNearly(first, verb)) ? request.replace(/^\S+\s*/, '') : undefined
}

/** The single things of `a text input called X and a chat model`; undefined when one of them is no type. */
function partsWithTypes(text: string, draft: Draft): string[] | undefined {
  const parts = text
    .split(
      /\s*,\s*(?:and\s+)?(?=(?:an?|another|one|two|three|\d+)\s)|\s+(?:and|plus)\s+(?=(?:an?|another|one|two|three|\d+|then an?)\s)/i,
    )
    .filter((part) => part.trim() !== '')
  if (parts.length > 1 && parts.every((part) => isThing(headOf(part), draft))) return parts
  return isThing(headOf(text), draft) ? [text] : undefined
}

function isThing(text: string, draft: Draft): boolean {
  if (blockNamed(text) !== undefined) return true
  return !MISSING_THINGS.some(({ words }) => words.test(text)) && typeIn(text, draft.catalogue) !== undefined
}

function isPlainThing(text: string): boolean {
  return wordsOf(text).length <= 6
}

function thingIn(text: string): string {
  return headOf(text)
    .replace(/^(?:an?|the|another|some|new)\s+/i, '')
    .replace(/\s+(?:node|step|block)$/i, '')
}

function addOne(text: string, draft: Draft): string[] {
  const label = NAMED.exec(text)?.[1]
  const rest = label === undefined ? text : text.replace(NAMED, ' ')
  const block = blockNamed(rest)
  if (block !== undefined) {
    const id = draft.add(block.type, label === undefined ? block.label : plain(label, draft.held))
    if (id === undefined) return []
    draft.set(id, { ...modelOfOthers(draft, id), ...block.settings })
    did(draft, `I add ${draft.name(id)}: ${block.about}.`)
    return [id]
  }
  const found = typeIn(headOf(rest), draft.catalogue) ?? typeIn(rest, draft.catalogue)
  if (found === undefined) return []
  const times = howMany(rest, found.start)
  const labels = labelsIn(text, times, draft)
  const ids: string[] = []
  for (let number = 0; number < times; number++) {
    const own = labels?.[number] ?? (label === undefined ? undefined : plain(label, draft.held))
    const id = draft.add(found.type.node_type_id, own)
    if (id === undefined) continue
    ids.push(id)
    const settings = settingsOf(rest, found.type, draft)
    // A workflow that is called something is that one.
    if (found.type.node_type_id === 'sub_workflow' && own !== undefined) settings.workflow ??= own
    draft.set(
      id,
      'model' in settings || 'provider' in settings ? settings : { ...modelOfOthers(draft, id), ...settings },
    )
  }
  if (ids.length > 0) tellOfStrangers(rest, found, draft)
  if (ids.length > 0) did(draft, `I add ${ids.map((id) => draft.name(id)).join(', ')}.`)
  for (const id of ids) takeFrom(rest, id, draft)
  return ids
}

/** `two inputs named Title and Body`: a name for each. */
function labelsIn(text: string, times: number, draft: Draft): readonly string[] | undefined {
  if (times < 2) return undefined
  const list = /\b(?:called|named|labelled|labeled|titled)\s+(.+)$/i.exec(text)?.[1]
  const labels = list === undefined ? [] : partsOf(list).map((label) => plain(label, draft.held))
  return labels.length === times ? labels : undefined
}

/** The number right before the name: "3 text inputs", but not "a 5 second delay". */
function howMany(text: string, start: number): number {
  const before = wordsOf(text)
    .slice(0, start)
    .filter((word) => !/^(?:new|more|extra|additional|another|other)$/.test(word))
  const number = /^an?$/.test(before.at(-2) ?? '') ? undefined : numberOf(before.at(-1) ?? '')
  return number !== undefined && Number.isInteger(number) && number > 0 && number <= 20 ? number : 1
}

/** `that takes the answer of the first one`, `that checks if the answer contains …`: the value it is about. */
function takeFrom(text: string, id: string, draft: Draft): void {
  const about =
    /\b(?:that|which|to|for|and)\s+(?:takes?|gets?|receives?|reads?|checks?(?: if| whether)?|tests?(?: if| whether)?|looks at|evaluates?|processes|handles|uses?|on)\s+(.+)$/i.exec(
      text,
    )?.[1]
  if (/\b(?:combines?|joins?|merges?|unites?|takes?|uses?) (?:them|both|the two|all of them)\b/i.test(text)) {
    for (const other of draft.fresh.filter((one) => one !== id)) draft.connect(other, id)
    return void did(draft, `${draft.name(id)} takes them.`)
  }
  if (about === undefined) return
  const view = draft.without(id)
  const phrase = about.split(/\s+(?:contains?|is|equals?|starts|ends|has|as|and|are)\b/i)[0] ?? about
  const meant = nodesMeant(phrase, view)
  const [node] = meant.nodes
  if (node === undefined || meant.nodes.length > 1) return
  if (draft.connect(node.id, id, { sourcePort: meant.port }) !== undefined)
    did(draft, `It takes its value from ${draft.name(node.id)}.`)
}
