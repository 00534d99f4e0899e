/** New nodes: `add a chat model called X after Y with temperature 0.2`, `add 3 text inputs`, `give the agent a calculator`. */
import type { NodeType } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { nodesMeant } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { settingsIn } from '../language/settings-in.ts'
import { MISSING_THINGS } from '../language/type-words.ts'
import { plain } from '../language/wording.ts'
import { isNearly, numberOf, partsOf, wordsOf } from '../language/words.ts'
import { cannot, did, endOrWhy, type Intent, noSuchType } from '../outcome.ts'
import { blockNamed } from '../recipes/blocks.ts'
import { modelOfOthers } from '../recipes/flow.ts'
import { scheduleIn } from '../recipes/schedule.ts'
import { type Placed, placeIn, putAt } from './place.ts'

const ADD =
  /^(?:add|insert|put|place|create|include|introduce|append|drop in|drop(?=\s+an?\b)|bring in|throw in|stick|new node|new|i need|i want|need|we need|give me|make|build|ad|ading|adding|use|have|there should be|inser|insrt)\b:?\s*(?:in\s+)?(.+)$/i
/** `the agent should also be able to query our database` */
const ABLE =
  /^(.+?)\s+(?:should|can|could|must|needs? to|has to)\s+(?:also\s+)?(?:be able to\s+|have(?: access to)?\s+|get\s+|use\s+|know\s+)(.+)$/i
const NAMED =
  /,?\s*\b(?:called|named|labelled|labeled|titled|with the (?:name|label|title)|and (?:call|name) it)\s+(⟦\d+⟧|.+?)(?=\s+(?:that|which|after|before|between|with|and|to|for|from|connected|set)\b|,|$)/i

export const add: Intent = (request, draft) => {
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
  const placed = placeIn(what.replace(/\s+in(?=\s+(?:after|before|between|behind)\b)/i, ''))
  const at = fixed(placed, draft)
  const isSure = /^(?:add|insert|put|place|create|include|append|new|ad\b)/i.test(request)
  const parts = partsWithTypes(placed.rest, draft)
  if (parts === undefined) return isSure && isPlainThing(placed.rest) ? noSuchType(thingIn(placed.rest), draft) : false
  const made = parts.flatMap((part) => addOne(part, draft))
  if (placed.how !== undefined) for (const id of made) putAt(draft, id, at)
  return true
}

/** A whole is described by its steps, not added. */
const WORKFLOW = /^(?:an?\s+|the\s+|me\s+)*(?:new |simple |small )*(?:workflow|flow|pipeline|automation)\b/i

/** `a workflow with a text input, a chat model and an output`: its nodes, connected in this order. */
function addWorkflow(text: string, draft: Draft): boolean {
  const what = /\b(?:with|of|from|containing|having|made of|:)\s+(.+)$/i.exec(text)?.[1]
  const parts = what === undefined ? undefined : partsWithTypes(what, draft)
  if (parts === undefined) return false
  const ids = parts.flatMap((part) => addOne(part, draft))
  for (let at = 1; at < ids.length; at++) {
    const [from, to] = [ids[at - 1] ?? '', ids[at] ?? '']
    if (draft.connect(from, to) !== undefined) did(draft, `I connect ${draft.name(from)} to ${draft.name(to)}.`)
  }
  return ids.length > 0
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

/** What is added, without what is said about it. */
function headOf(text: string): string {
  return (
    text
      .split(
        /\s+(?:that|which|who|called|named|labelled|labeled|titled|with|saying|for|to|of|at|in|on|using|where|when|from|so)\s+|:|⟦/i,
      )[0]
      ?.trim() || text
  )
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
  const ids: string[] = []
  for (let number = 0; number < times; number++) {
    const id = draft.add(found.type.node_type_id, label === undefined ? undefined : plain(label, draft.held))
    if (id === undefined) continue
    ids.push(id)
    const settings = settingsOf(rest, found.type, draft)
    draft.set(
      id,
      'model' in settings || 'provider' in settings ? settings : { ...modelOfOthers(draft, id), ...settings },
    )
  }
  if (ids.length > 0) did(draft, `I add ${ids.map((id) => draft.name(id)).join(', ')}.`)
  for (const id of ids) takeFrom(rest, id, draft)
  return ids
}

/** The number right before the name: "3 text inputs", but not "a 5 second delay". */
function howMany(text: string, start: number): number {
  const before = wordsOf(text)
    .slice(0, start)
    .filter((word) => !/^(?:new|more|extra|additional|another|other)$/.test(word))
  const number = /^an?$/.test(before.at(-2) ?? '') ? undefined : numberOf(before.at(-1) ?? '')
  return number !== undefined && Number.isInteger(number) && number > 0 && number <= 20 ? number : 1
}

/** What the wording sets, and the text in quotes for the setting that a type is about. */
function settingsOf(text: string, type: NodeType, draft: Draft): Record<string, unknown> {
  const head = headOf(text)
  const { values } = settingsIn(text, type, draft.held, text.startsWith(head) ? text.slice(head.length) : text)
  const given: Record<string, unknown> = { ...values }
  const quoted = [...text.matchAll(/⟦(\d+)⟧/g)]
    .flatMap((match) => draft.held[Number(match[1])] ?? [])
    .filter((one) => one.kind === 'text')
  const main = MAIN_SETTINGS[type.node_type_id]
  const [first] = quoted
  if (main !== undefined && first !== undefined && given[main] === undefined) given[main] = first.value
  if (type.node_type_id === 'webhook_trigger') {
    const path = /\s\/?([\w-]+(?:\/[\w-]+)*)\s*$/.exec(
      /(?:at|path|under|on)\s+(\/?[\w/-]+)/i.exec(text)?.[0] ?? '',
    )?.[1]
    if (path !== undefined) given.path = path
  }
  if (type.node_type_id === 'schedule_trigger' && first === undefined) {
    const cron = scheduleIn(text)?.cron
    if (cron !== undefined) given.cron = cron
  }
  const branches = /\b(?:branches|cases|ways|options|routes)\s*:?\s+(?:called\s+|named\s+|for\s+)?(.+)$/i.exec(
    text,
  )?.[1]
  if (type.node_type_id === 'switch' && branches !== undefined) {
    given.branches = partsOf(plain(branches, draft.held)).map((name) => ({ name, label: name, value: name }))
  }
  if (type.node_type_id === 'if_else' && first !== undefined) given.matchText = first.value
  return given
}

/** The setting that a text in quotes is for. */
const MAIN_SETTINGS: Readonly<Record<string, string>> = {
  notes: 'content',
  sql_query: 'query',
  chat_model: 'systemPrompt',
  simple_agent: 'systemPrompt',
  prompt_template: 'template',
  text_input: 'defaultValue',
  confirmation: 'message',
  text_prompt: 'message',
  form: 'message',
  choice: 'message',
  review: 'message',
  json_transform: 'expression',
  code: 'source',
  calculator: 'expression',
  regex_extractor: 'pattern',
  text_find_replace: 'findText',
  summarizer: 'instructions',
  fail: 'message',
  stop: 'message',
  data_extractor: 'path',
  file_read: 'path',
  file_write: 'path',
  vector_store: 'collection',
  key_value: 'key',
  output: 'name',
  while: 'condition',
  schedule_trigger: 'cron',
  webhook_trigger: 'path',
  if_else: 'matchText',
  sub_workflow: 'workflow',
  idea: 'title',
}

/** `that takes the answer of the first one`, `that checks if the answer contains …`: the value it is about. */
function takeFrom(text: string, id: string, draft: Draft): void {
  const about =
    /\b(?:that|which|to|for|and)\s+(?:takes?|gets?|receives?|reads?|checks?(?: if| whether)?|tests?(?: if| whether)?|looks at|evaluates?|processes|handles|uses?|on)\s+(.+)$/i.exec(
      text,
    )?.[1]
  if (about === undefined) return
  const view = draft.without(id)
  const phrase = about.split(/\s+(?:contains?|is|equals?|starts|ends|has|as|and|are)\b/i)[0] ?? about
  const meant = nodesMeant(phrase, view)
  const [node] = meant.nodes
  if (node === undefined || meant.nodes.length > 1) return
  if (draft.connect(node.id, id, { sourcePort: meant.port }) !== undefined)
    did(draft, `It takes its value from ${draft.name(node.id)}.`)
}

/** Tools for an agent. */
function addTools(who: string, what: string, draft: Draft): boolean {
  const meant = nodesMeant(who, draft).nodes.filter((node) =>
    draft.catalogue.types
      .get(node.data?.metadata?.node_type_id as string)
      ?.inputs.some((port) => port.dataType === 'tool'),
  )
  const [agent] = meant
  const parts = what.replace(/^access to\s+/i, '').split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
  const types = parts.map((part) => typeIn(part, draft.catalogue)?.type)
  if (agent === undefined) {
    if (types.some((type) => type === undefined) || !/\bagent\b/i.test(who)) return false
    return endOrWhy(who, draft) === undefined || cannot(draft, `${who} takes no tools; only an agent does.`)
  }
  if (types.every((type) => type === undefined)) return false
  for (const [at, type] of types.entries()) {
    if (type === undefined) {
      noSuchType(parts[at] ?? '', draft)
    } else if (!type.outputs.some((port) => port.dataType === 'tool')) {
      cannot(draft, `**${type.name}** (\`${type.node_type_id}\`) cannot be offered to an agent as a tool.`)
    } else {
      const id = draft.add(type.node_type_id)
      if (id === undefined) continue
      draft.set(id, settingsOf(parts[at] ?? '', type, draft))
      draft.connect(id, agent.id)
      did(draft, `${draft.name(id)} is now a tool of ${draft.name(agent.id)}.`)
    }
  }
  return true
}
