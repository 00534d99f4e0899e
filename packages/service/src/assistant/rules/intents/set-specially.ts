/** Settings by other words: a list that gets one more, a model that is told who it is, something switched off. */
import { configOf, isObject, type NodeType, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { type Draft, propertiesOf } from '../draft.ts'
import { typeOf } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { mentioned, rootOf } from '../language/mentions.ts'
import { keyNamed } from '../language/settings-in.ts'
import { plain } from '../language/wording.ts'
import { partsOf, wordsOf } from '../language/words.ts'
import { cannot, did } from '../outcome.ts'

/** `add a third category called sales to the classifier`, `add the label spam`, `also spam as a category`. */
export function appendToList(request: string, draft: Draft): boolean {
  const found =
    /^(?:(?:add|append|include|insert|put)\s+)?(?:an?\s+|another\s+|the\s+|one more\s+|a new\s+|\w+\s+more\s+|a (?:second|third|fourth|fifth)\s+)?(?:more\s+|new\s+|(?:second|third|fourth|fifth)\s+)?(?<key>[a-z]+)\s*(?::|called\s+|named\s+|for\s+|,)?\s*(?<items>.+?)(?:\s+(?:to|in|into|of|for)\s+(?<who>(?:the|my)\s+.+))?$/i.exec(
      request,
    )?.groups ??
    /^(?:add|append|include|put)\s+(?<items>.+?)\s+(?:as (?:an?\s+)?(?:another\s+|new\s+|additional\s+|third\s+)?|to the\s+)(?<key>[a-z]+)(?:\s+(?:to|in|into|of|for)\s+(?<who>.+))?$/i.exec(
      request,
    )?.groups
  const { key: name = '', items = '', who } = found ?? {}
  if (/^(?:branch|case|route|way)$/i.test(name)) return addBranch(items, who, draft)
  if (name === '' || items === '') return false
  const all = who === undefined ? draft.graph.nodes : nodesMeant(who, draft).nodes
  const able = all.flatMap((node) => {
    const key = listNamed(name, node, draft)
    return key === undefined ? [] : [{ node, key }]
  })
  const [first] = able
  if (first === undefined) return false
  if (able.length > 1)
    return cannot(
      draft,
      `Several nodes have such a list: ${able.map(({ node }) => draft.name(node.id)).join(', ')}. Which one do you mean?`,
    )
  const before = configOf(first.node)[first.key]
  const list = Array.isArray(before) ? before : []
  const more = partsOf(plain(items, draft.held)).filter((item) => !list.includes(item))
  if (more.length === 0 || !draft.set(first.node.id, { [first.key]: [...list, ...more] })) return false
  draft.touch(first.node.id)
  return did(
    draft,
    `I add ${more.map((item) => `"${item}"`).join(', ')} to \`${first.key}\` of ${draft.name(first.node.id)}.`,
  )
}

/** One more way of a switch. */
function addBranch(items: string, who: string | undefined, draft: Draft): boolean {
  const all = who === undefined ? draft.graph.nodes : nodesMeant(who, draft).nodes
  const able = all.filter((node) => Array.isArray(configOf(node).branches) && nodeTypeIdOf(node) === 'switch')
  const [node] = able
  if (node === undefined || able.length > 1) return false
  const before = configOf(node).branches as unknown[]
  const names = partsOf(plain(items, draft.held))
  draft.set(node.id, { branches: [...before, ...names.map((name) => ({ name, label: name, value: name }))] })
  draft.touch(node.id)
  return did(draft, `I add ${names.map((name) => `"${name}"`).join(', ')} to the branches of ${draft.name(node.id)}.`)
}

/** `remove billing from the labels`. */
export function removeFromList(request: string, draft: Draft): boolean {
  const [, items = '', name = '', who] =
    /^(?:remove|delete|drop|take|erase|strike)\s+(?:the\s+)?(.+?)\s+(?:out of|from)\s+(?:the\s+|its\s+|my\s+)?(?:list of\s+)?(\w+)(?:\s+(?:of|in)\s+(.+))?$/i.exec(
      request,
    ) ?? []
  if (items === '') return false
  const all = who === undefined ? draft.graph.nodes : nodesMeant(who, draft).nodes
  const gone = partsOf(plain(items, draft.held).replace(/\s+(?:label|category|class|item|entry)$/i, '')).map((item) =>
    item.toLowerCase(),
  )
  const owners = nodesMeant(name, draft).nodes
  const able = all.flatMap((node) => {
    const type = typeOf(node, draft.catalogue)
    const isOwn = owners.includes(node)
    const keys = Object.keys(propertiesOf(type?.configSchema)).filter(
      (key) => isOwn || key === (type && keyNamed(name, type)),
    )
    return keys.flatMap((key) => {
      const list = configOf(node)[key]
      const left = Array.isArray(list) ? list.filter((item) => !gone.includes(nameOf(item))) : []
      return Array.isArray(list) && left.length < list.length ? [{ node, key, left }] : []
    })
  })
  const [first] = able
  if (first === undefined || able.length > 1) return false
  if (!draft.set(first.node.id, { [first.key]: first.left })) return true
  draft.touch(first.node.id)
  return did(draft, `I take ${gone.join(', ')} out of \`${first.key}\` of ${draft.name(first.node.id)}.`)
}

function nameOf(item: unknown): string {
  const name = isObject(item) ? item.name : item
  return typeof name === 'string' ? name.toLowerCase() : ''
}

/** The setting of this name that is a list of words. */
function listNamed(name: string, node: WorkflowNode, draft: Draft): string | undefined {
  const type = typeOf(node, draft.catalogue)
  const key = type && keyNamed(name.replace(/y$/i, 'ies').replace(/(?<!s)$/, 's'), type)
  const schema = key === undefined ? undefined : propertiesOf(type?.configSchema)[key]
  const isWords =
    isObject(schema) && schema.type === 'array' && isObject(schema.items) && schema.items.type === 'string'
  return isWords ? key : undefined
}

/** `remove its system prompt`, `clear the placeholder of the input`: the setting goes, not the node. */
export function unset(request: string, draft: Draft): boolean {
  const said =
    /^(?:remove|clear|delete|unset|drop|empty|reset)\s+(?:the\s+|its\s+|their\s+)?(.+?)(?:\s+(?:of|from|on|in)\s+(.+))?$/i.exec(
      request,
    )
  if (said === null) return false
  const meant = nodesMeant(said[1] ?? '', draft)
  if (meant.nodes.length > 0 && meant.isByValue !== true) return false
  const all = said[2] === undefined ? draft.graph.nodes : nodesMeant(said[2], draft).nodes
  const able = all.flatMap((node) => {
    const type = typeOf(node, draft.catalogue)
    const key = type && keyNamed(said[1] ?? '', type)
    return key !== undefined && configOf(node)[key] !== undefined && configOf(node)[key] !== ''
      ? [{ node, key, type }]
      : []
  })
  const [first] = able
  if (first === undefined || able.length > 1) return false
  const schema = propertiesOf(first.type?.configSchema)[first.key]
  const value = isObject(schema) && 'default' in schema ? schema.default : ''
  if (isObject(schema) && schema.type !== 'string' && value === '') return false
  draft.set(first.node.id, { [first.key]: value })
  draft.touch(first.node.id)
  return did(draft, `\`${first.key}\` of ${draft.name(first.node.id)} is empty now.`)
}

/** `tell the model it is a pirate`, `instruct the agent to be brief`, `the model should act as …`. */
export function task(request: string, draft: Draft): boolean {
  const [, who, what] =
    /^(?:tell|instruct|teach|order|explain to|remind|prompt)\s+(.+?)\s+((?:that\s+)?(?:it|he|she|they)(?:\s+is|\s+are|'s|\s+should|\s+must|\s+has to)\b.+|to\s+.+|not to\s+.+|⟦\d+⟧)$/i.exec(
      request,
    ) ?? []
  if (who === undefined || what === undefined) return false
  const able = nodesMeant(who, draft).nodes.filter(
    (node) => 'systemPrompt' in propertiesOf(typeOf(node, draft.catalogue)?.configSchema),
  )
  const [node] = able
  if (node === undefined || able.length > 1) return false
  const said = plain(what, draft.held)
    .replace(/^(?:that\s+)?(?:it|he|she|they)(?:\s+is|\s+are|'s)\b/i, 'You are')
    .replace(/^(?:that\s+)?(?:it|he|she|they)(?:\s+should|\s+must|\s+has to)\s+/i, '')
    .replace(/^not to\s+/i, 'Do not ')
    .replace(/^to\s+/i, '')
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/[.\s]*$/, '')}.`
  const before = configOf(node).systemPrompt
  draft.set(node.id, {
    systemPrompt: typeof before === 'string' && before !== '' ? `${before}\n${sentence}` : sentence,
  })
  draft.touch(node.id)
  return did(draft, `I tell ${draft.name(node.id)}: "${sentence}"`)
}

const OFF =
  /^(?:stop|halt|disable|deactivate|switch off|turn off|pause|suspend|mute)\s+(.+)$|^(?:switch|turn)\s+(.+?)\s+off$/i
const ON = /^(?:enable|activate|switch on|turn on|resume|reactivate)\s+(.+)$|^(?:switch|turn)\s+(.+?)\s+(?:back )?on$/i

/** `disable the schedule`: a node that can be switched off is. */
export function switchedOff(request: string, draft: Draft): boolean {
  const off = OFF.exec(request)
  const found = off ?? ON.exec(request)
  const who = found?.[1] ?? found?.[2]
  if (who === undefined) return false
  const able = nodesMeant(who, draft).nodes.filter(
    (node) => 'enabled' in propertiesOf(typeOf(node, draft.catalogue)?.configSchema),
  )
  const [node] = able
  if (node === undefined || able.length > 1) return false
  draft.set(node.id, { enabled: off === null })
  draft.touch(node.id)
  return did(draft, `${draft.name(node.id)} is switched ${off === null ? 'on' : 'off'}.`)
}

const NOT = /\b(?:don't|do not|not|never|off|disable[ds]?|without|no|false|stop|skip|ignore|leave out|omit)\b/i
const EMPTY = new Set(
  'the a an it is of to be in on and or if that may with for every before after first only'.split(' '),
)

/** A switch that is described rather than named: most words of its title are said. */
export function byTitle(request: string, draft: Draft): boolean {
  const said = wordsOf(request).map(rootOf)
  const byType = new Map<NodeType, readonly { readonly key: string; readonly hits: number }[]>()
  const switches = (type: NodeType) =>
    Object.entries(propertiesOf(type.configSchema)).flatMap(([key, schema]) => {
      if (!isObject(schema) || schema.type !== 'boolean' || typeof schema.title !== 'string') return []
      const best = [schema.title, key]
        .map((name) => [...new Set(wordsOf(name).filter((word) => !EMPTY.has(word)))])
        .map((words) => ({ words, hits: words.filter((word) => said.some((one) => one === rootOf(word))).length }))
        .toSorted((a, b) => b.hits / b.words.length - a.hits / a.words.length)[0]
      const { words, hits } = best ?? { words: [], hits: 0 }
      const isSaid = hits >= 2 && hits * 3 >= words.length * 2
      return words.length >= 2 && isSaid ? [{ key, hits }] : []
    })
  const found = draft.graph.nodes.flatMap((node) => {
    const type = typeOf(node, draft.catalogue)
    if (type === undefined) return []
    const own = byType.get(type) ?? switches(type)
    byType.set(type, own)
    return own.map(({ key, hits }) => ({ node, key, hits }))
  })
  const most = found.reduce((highest, { hits }) => Math.max(highest, hits), 0)
  const best = found.filter(({ hits }) => hits === most)
  const named =
    best.length === 1
      ? best.map(({ node }) => node)
      : mentioned(
          request,
          best.map(({ node }) => node),
          draft,
        )
  const [first] = best.filter(({ node }) => named.includes(node))
  if (first === undefined || named.length !== 1) return false
  // "not … without asking" asks.
  const value = !NOT.test(request) || /\b(?:not|never|don't)\b.*\bwithout\b/i.test(request)
  draft.set(first.node.id, { [first.key]: value })
  draft.touch(first.node.id)
  return did(draft, `I set \`${first.key}\` of ${draft.name(first.node.id)} to ${String(value)}.`)
}
