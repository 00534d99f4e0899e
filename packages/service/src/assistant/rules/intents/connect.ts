/** Connecting what is there. */
import { canConnect, isObject, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { type Draft, propertiesOf } from '../draft.ts'
import { portsOfNode, valueInputs, valueOutputs } from '../graph/ports.ts'
import { type Meant, nodesMeant } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { settingsIn } from '../language/settings-in.ts'
import { plain } from '../language/wording.ts'
import { partsOf } from '../language/words.ts'
import { cannot, did, endOrWhy, type Intent } from '../outcome.ts'
import { scheduleIn } from '../recipes/schedule.ts'
import { set } from './set.ts'

const VERB = '(?:connect|link|wire|hook|attach|plug|join|feed|pass|route|pipe|send|conect|connct|also connect)'
const CHAIN = new RegExp(`^(?:${VERB}\\s+)?(.+?(?:\\s*(?:->|=>|-->|>)\\s*.+)+)$`, 'i')
const PAIR = new RegExp(
  `^${VERB}\\s+(?:up\\s+)?(.+?)\\s+(?:up\\s+)?(?:straight\\s+|directly\\s+|over\\s+)?(?:to|with|into|onto|and|in)\\s+(.+)$`,
  'i',
)

/** `connect A to B`, `A -> B -> C`, `wire a:p to b:q and c:r to d:s`, `connect everything`, `connect them`. */
export const connect: Intent = (said, draft) => {
  const request = asRequest(said)
  const isConnecting = new RegExp(`^${VERB}\\b`, 'i').test(request)
  if (
    isConnecting &&
    /\b(?:everything|all(?: nodes| of them)?|(?:the )?loose ends?|all the nodes|what is missing)\b/i.test(request)
  )
    return connectAll(draft)
  if (
    isConnecting &&
    /^\w+\s+(?:them|these|those|both|the two|the nodes)(?:\s+(?:together|up|all|two|in order))*$/i.test(request)
  )
    return connectRecent(draft)
  const chain = CHAIN.exec(request)?.[1]
  if (chain !== undefined && /->|=>|>/.test(chain) && !/>\s*=?\s*-?\d/.test(chain))
    return connectChain(chain.split(/\s*(?:-->|->|=>|>)\s*/), draft)
  if (!isConnecting) return connectOn(request, draft)
  const pairs = pairsIn(request)
  if (pairs.length === 0) return false
  for (const [first, second] of pairs) join(first, second, draft)
  return true
}

/** `…, then that to the output`: the verb was said before. */
function connectOn(request: string, draft: Draft): boolean {
  const [, first, second] = /^(.+?)\s+(?:in)?to\s+(.+)$/i.exec(request) ?? []
  if (first === undefined || second === undefined || draft.commands.at(-1)?.verb !== 'connect') return false
  const ends = [nodesMeant(first, draft), nodesMeant(second, draft)]
  if (ends.some(({ nodes }) => nodes.length !== 1)) return false
  join(first, second, draft)
  return true
}

/** "The input goes into the summarizer" asks to connect them. */
function asRequest(said: string): string {
  const flows =
    /\s+(?:should\s+)?(?:also\s+)?(?:goes?|flows?|leads?|feeds?|runs?|(?:is|are|be|gets?)\s+(?:connected|passed(?: on)?|sent|fed|handed(?: on)?|wired))\s+(?:in)?to\s+/i
  if (
    !flows.test(said) ||
    /^(?:if|when|what|which|how|why|add|insert|put|before|after|until|unless|ask|wait|log|pause)\b|\b(?:before|after)\b/i.test(
      said,
    )
  )
    return said
  return `connect ${said.replace(flows, ' to ').replace(/\s+into\s+/gi, ' to ')}`
}

/** `a to b and c to d`: every part that has its own "to" is a pair. */
function pairsIn(request: string): [string, string][] {
  const whole = PAIR.exec(request)
  if (whole === null) return []
  const rest = request.replace(new RegExp(`^${VERB}\\s+`, 'i'), '')
  const parts = rest.split(/\s*(?:,|\band\b)\s*(?=[^,]*?\s(?:to|with|into)\s)/i)
  const pairs = parts.map((part) =>
    /^(.+?)\s+(?:up\s+)?(?:straight\s+|directly\s+)?(?:to|with|into)\s+(.+)$/i.exec(part),
  )
  if (parts.length > 1 && pairs.every((pair) => pair !== null))
    return pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])
  return [[whole[1] ?? '', whole[2] ?? '']]
}

/** A wording that may mean several sources: `the title and the body`. */
function join(first: string, second: string, draft: Draft): void {
  if (isUnclear(first, draft) && /\s+and\s+/i.test(first)) {
    for (const part of first.split(/\s+and\s+/i)) join(part, second, draft)
    return
  }
  // "it" is what was spoken of before the new node is made.
  const from = newOne(first, draft) ?? endOrWhy(first, draft)
  if (from === undefined) return
  const to = newOne(second, draft) ?? endOrWhy(second.replace(/\s+(?:as (?:a )?tool|instead|again)$/i, ''), draft)
  if (to === undefined) return
  draft.touch(...[...from.nodes, ...to.nodes].map((node) => node.id))
  joinEnds(from, to, draft)
}

/** `connect it to a new logger`: what is not there and is no particular one is made. */
function newOne(text: string, draft: Draft): Meant | undefined {
  if (!/^(?:an?|another|some|new)\s/i.test(text.trim()) || /^an?\s+(?:new\s+)?(?:branch|port)/i.test(text))
    return undefined
  const type = typeIn(text, draft.catalogue)?.type
  const id = type && draft.add(type.node_type_id)
  const inside = /\((.+)\)/.exec(text)?.[1]
  if (id !== undefined && inside !== undefined) setInside(id, inside, draft)
  else if (id !== undefined && type !== undefined) draft.set(id, settingsIn(text, type, draft.held).values)
  const node = id === undefined ? undefined : draft.node(id)
  if (node === undefined) return undefined
  did(draft, `I add ${draft.name(node.id)}.`)
  return { nodes: [node] }
}

/** `classifier (spam, ham)`: what stands in brackets is the list that the type is about, else its settings. */
function setInside(id: string, inside: string, draft: Draft): void {
  const type = draft.catalogue.types.get(nodeTypeIdOf(draft.node(id) ?? { id }))
  if (type === undefined) return
  const list = Object.entries(propertiesOf(type.configSchema)).find(
    ([, schema]) =>
      isObject(schema) && schema.type === 'array' && isObject(schema.items) && schema.items.type === 'string',
  )?.[0]
  const { values } = settingsIn(inside, type, draft.held)
  draft.set(
    id,
    Object.keys(values).length === 0 && list !== undefined ? { [list]: partsOf(plain(inside, draft.held)) } : values,
  )
}

function isUnclear(text: string, draft: Draft): boolean {
  return nodesMeant(text, draft).nodes.length === 0
}

function joinEnds(from: Meant, to: Meant, draft: Draft): void {
  const [source, target] = [from.nodes[0], to.nodes[0]]
  if (source === undefined || target === undefined) return
  if (source.id === target.id) return void cannot(draft, `${draft.name(source.id)} cannot be connected with itself.`)
  const outputs = portsOfNode(source, draft.catalogue).outputs
  const inputs = portsOfNode(target, draft.catalogue).inputs
  const ports = {
    sourcePort: from.port !== undefined && outputs.has(from.port) ? from.port : undefined,
    targetPort: to.port !== undefined && inputs.has(to.port) ? to.port : undefined,
  }
  // "connect the agent to the calculator": tools go the other way round.
  // "hook a logger onto the model's answer": what is named there is an output, so the value comes from it.
  const givesValue =
    to.isByValue === true ||
    (to.port !== undefined && !inputs.has(to.port) && portsOfNode(target, draft.catalogue).outputs.has(to.port))
  if (givesValue)
    return joinEnds(
      { nodes: [target], ...(to.port === undefined ? {} : { port: to.port }) },
      { nodes: [source] },
      draft,
    )
  const isTurned = isTool(target) && nodeTypeIdOf(source) === 'simple_agent'
  const [a, b] = isTurned ? [target, source] : [source, target]
  const made = draft.connect(a.id, b.id, isTurned ? {} : ports)
  if (made === undefined)
    cannot(draft, `${draft.name(a.id)} and ${draft.name(b.id)} cannot be connected: ${whyNot(a, b, draft)}`)
  else did(draft, `I connect ${draft.name(a.id)} to ${draft.name(b.id)} (\`${made.port}\`).`)

  function isTool(node: WorkflowNode): boolean {
    return portsOfNode(node, draft.catalogue).outputs.has('tool')
  }
}

function whyNot(source: WorkflowNode, target: WorkflowNode, draft: Draft): string {
  const outputs = valueOutputs(portsOfNode(source, draft.catalogue))
  const inputs = valueInputs(portsOfNode(target, draft.catalogue))
  if (outputs.length === 0) return 'the first has no output with a value.'
  if (inputs.length === 0) return 'the second takes no value.'
  if (outputs.some((output) => inputs.some((input) => canConnect(output.dataType, input.dataType))))
    return 'that would close a circle, or the connection is there already.'
  return `${outputs.map((port) => port.dataType).join(', ')} does not fit ${inputs.map((port) => port.dataType).join(', ')}.`
}

function connectChain(given: readonly string[], draft: Draft): boolean {
  const [left = '', right = ''] = given
  // "model -> gpt-5" gives a setting a value.
  const isUnknown = isUnclear(right, draft) && typeIn(right, draft.catalogue) === undefined
  const isValue = given.length === 2 && (isUnknown || /^(?:gpt|claude|gemini|llama|mistral|o)-?\d[\w.-]*$/i.test(right))
  if (isValue && scheduleIn(left) === undefined) return set(`set ${left} to ${right}`, draft)
  // In a chain, what is named and not there is wanted.
  const parts = given.map(
    (part) =>
      timed(part, draft) ?? (isUnclear(part, draft) ? (newOne(`a ${part.trim()}`, draft)?.nodes[0]?.id ?? part) : part),
  )
  for (let at = 1; at < parts.length; at++) join(parts[at - 1] ?? '', parts[at] ?? '', draft)
  return true
}

/** `daily 7:00 -> …`: a time is a schedule. */
function timed(part: string, draft: Draft): string | undefined {
  const found = scheduleIn(part)
  const id = found === undefined || found.rest !== '' ? undefined : draft.add('schedule_trigger')
  if (id === undefined || found === undefined) return undefined
  draft.set(id, { cron: found.cron })
  did(draft, `${draft.name(id)} starts the run ${found.words} (\`${found.cron}\`, UTC).`)
  return id
}

function connectRecent(draft: Draft): true {
  const ids = draft.recent.filter((id) => draft.node(id) !== undefined)
  const nodes = ids.length > 1 ? ids : draft.graph.nodes.map((node) => node.id)
  const last = nodes.slice(-Math.max(2, draft.fresh.length))
  if (last.length < 2) return cannot(draft, 'There are no two nodes to connect.')
  for (let at = 1; at < last.length; at++) joinEnds(meant(last[at - 1], draft), meant(last[at], draft), draft)
  return true
}

function meant(id: string | undefined, draft: Draft): Meant {
  const node = id === undefined ? undefined : draft.node(id)
  return { nodes: node === undefined ? [] : [node] }
}

/** How far back a source is looked for, and how many connections one message makes. */
const LOOKS_BACK = 50
const MOST_CONNECTIONS = 200

/** Every input that needs a value gets one from a node that comes before it and has one that fits. */
export function connectAll(draft: Draft): true {
  let made = 0
  const { nodes } = draft.graph
  for (const [at, target] of nodes.entries()) {
    if (made >= MOST_CONNECTIONS) break
    for (const input of valueInputs(portsOfNode(target, draft.catalogue))) {
      const isFirstFree =
        draft.arriving(target.id).length === 0 && input === valueInputs(portsOfNode(target, draft.catalogue))[0]
      if (input.required !== true && !isFirstFree) continue
      if (draft.graph.edges.some((edge) => edge.target === target.id && edge.targetHandle?.endsWith(`-${input.id}`)))
        continue
      const before = nodes.slice(Math.max(0, at - LOOKS_BACK), at).reverse()
      const source = before.find((node) =>
        valueOutputs(portsOfNode(node, draft.catalogue)).some((port) => canConnect(port.dataType, input.dataType)),
      )
      if (source === undefined || draft.connect(source.id, target.id, { targetPort: input.id }) === undefined) continue
      did(draft, `I connect ${draft.name(source.id)} to ${draft.name(target.id)} (\`${input.id}\`).`)
      made++
    }
  }
  return made > 0 ? true : cannot(draft, 'I found nothing that is missing a connection and could get one.')
}
