/** Settings: `set the temperature to 0.2`, `use gpt-5`, `make it uppercase`, `don't follow redirects`. */
import { configOf, type NodeType, type WorkflowNode } from '@millrace/model'
import { type Draft, propertiesOf } from '../draft.ts'
import { typeOf } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { mentioned } from '../language/mentions.ts'
import { type GivenSettings, isSecretSetting, keyNamed, settingsIn } from '../language/settings-in.ts'
import { plain, written } from '../language/wording.ts'
import { wordsOf } from '../language/words.ts'
import { cannot, did, type Intent } from '../outcome.ts'
import { languageIn } from '../recipes/blocks.ts'
import { appendToList, byTitle, switchedOff, task, unset } from './set-specially.ts'

const ASKS =
  /^(?:set|change|update|use|make|let|have|switch|turn|increase|decrease|raise|lower|reduce|limit|cap|enable|disable|activate|deactivate|don't|do not|stop|show|give|put|configure|adjust|allow|keep|add|temperature|with|of|for|only|i(?:'d| would) (?:like|prefer)|i (?:want|need|prefer))\b|\binstead$|\b(?:should|must|needs? to|has to)\b/i
const OF =
  /\s+(?:of|for|on|in|at)\s+((?:the|my|this|that|both|all|node|⟦)?\s*[^,]+?)\s+(?=(?:to|as|=|should|is|be|on|off)\b)/i
const TAIL = /\s+(?:of|for|on|in|at|from)\s+((?:the|my|this|that|both|all)\s+[^,]+)$/i
const OWNED = /(?:^|\s)((?:the|my|this)?\s*[\w\s.-]+?)'s\s+/i
const SUBJECT = /^(.+?)\s+(?:should|must|needs? to|has to)\b/i
const OBJECT =
  /^(?:make|let|have|switch|turn|change|set|use|give|configure|update|show)\s+((?:the|my|this|that|both|all|it)\b\s*[^,]*?)(?=\s+(?:to|as|answer|reply|respond|speak|write|talk|be|use|into|only|with|a|an|in|so|short|long|case|upper|lower|on|off)\b|\s+⟦|\s+\w+$|$)/i

export const set: Intent = (request, draft) =>
  ASKS.test(request) || /^\w+(?:\s\w+)?\s*[=:]?\s*-?[\d.]+$/.test(request) ? setting(request, draft) : false

/** The same for wordings that no verb begins: `timeout 60 seconds for the web call`, `the query is: …`. */
export const setLoosely: Intent = (request, draft) => (OTHER_VERBS.test(request) ? false : setting(request, draft))

/** What somebody does, rather than what a setting is. */
const OTHER_VERBS =
  /(?<!\b(?:the|an?|web|api|http|last|first)\s)\b(?:write|save|store|send|post|add|insert|connect|log|delete|remove|ask|call|fetch|translate|summari[sz]e|create|build)\b/i

function setting(request: string, draft: Draft): boolean {
  if (secret(request, draft)) return true
  if (unset(request, draft)) return true
  if (appendToList(request, draft) || task(request, draft) || switchedOff(request, draft)) return true
  if (byTitle(request, draft)) return true
  const again = ofAnother(request, draft)
  if (again !== undefined) return again
  const said = mention(request, draft)
  if (said === 'several') return true
  if (said !== undefined) {
    const rest = said.rest
    if (said.nodes.map((node) => setOn(node, rest, draft)).some(Boolean)) return true
    // "the prompt should be …": what looked like a node was the name of a setting.
    if (said.isWeak && isSetting(said.who, draft) && setAnywhere(request, draft)) return true
    return unknownKey(request, said.nodes, draft)
  }
  return setAnywhere(request, draft)
}

/** Whether what sounded like a node may be the name of a setting of some node. */
function isSetting(who: string, draft: Draft): boolean {
  const phrase = who.replace(/^(?:the|my|its|this)\s+/i, '')
  return draft.graph.nodes.some((node) => {
    const type = typeOf(node, draft.catalogue)
    return type !== undefined && keyNamed(phrase, type) !== undefined
  })
}

/** Keys are never taken in a chat: it is kept, and may be sent to a model. */
function secret(request: string, draft: Draft): boolean {
  const said = /\b(?:api[\s_-]?key|access key|token|password|secret|credentials?|connection string)\b(?!s)/i.exec(
    request,
  )?.[0]
  if (said === undefined || /\bmax|\btokens\b/i.test(request)) return false
  const has = draft.graph.nodes.find((node) =>
    Object.values(propertiesOf(typeOf(node, draft.catalogue)?.configSchema)).some(isSecretSetting),
  )
  return has === undefined
    ? false
    : cannot(
        draft,
        `"${said}" is a secret, and secrets are not taken in the chat. Fill it in in the settings of ${draft.name(has.id)}; it is kept encrypted there.`,
      )
}

interface Mention {
  readonly nodes: readonly WorkflowNode[]
  /** The wording without the mention. */
  readonly rest: string
  /** It may as well have been the name of a setting. */
  readonly isWeak: boolean
  /** As it was said. */
  readonly who: string
}

/** The node that a wording is about, where it names one. */
function mention(request: string, draft: Draft): Mention | 'several' | undefined {
  for (const pattern of [OF, OWNED, TAIL, SUBJECT, OBJECT]) {
    const found = pattern.exec(request)
    const who = found?.[1]
    if (found === null || who === undefined || who.trim() === '') continue
    const meant = nodesMeant(who, draft)
    if (meant.nodes.length === 0) continue
    // A value ("the answer") is the node that gives it; a node of which only a setting is named is not.
    const isWeak = pattern === OBJECT || pattern === SUBJECT
    const rest = isWeak ? request : request.replace(found[0], ' ')
    if (meant.nodes.length === 1 || meant.isPlural === true) return { nodes: meant.nodes, rest, isWeak, who }
    const able = meant.nodes.filter((node) => Object.keys(given(node, rest, draft).values).length > 0)
    const recent = able.filter((node) => draft.recent.includes(node.id))
    if (recent.length === 1) return { nodes: recent, rest, isWeak, who }
    if (able.length === 1) return { nodes: able, rest, isWeak, who }
    if (able.length > 1) {
      cannot(
        draft,
        `"${written(who, draft.held).trim()}" could be each of ${able
          .slice(0, 8)
          .map((node) => draft.name(node.id))
          .join(', ')}. Which one do you mean?`,
      )
      return 'several'
    }
  }
  return undefined
}

function given(
  node: WorkflowNode,
  text: string,
  draft: Draft,
  known = new Map<NodeType, GivenSettings>(),
): GivenSettings {
  const type = typeOf(node, draft.catalogue)
  if (type === undefined) return { values: {}, named: [] }
  // Many nodes are of few types, and what a wording says is the same for all of a type.
  const found = known.get(type) ?? settingsIn(text, type, draft.held)
  known.set(type, found)
  const special = specialSettings(text, node, type, draft)
  // What names a setting is about that one, whatever else it sounds like.
  if (found.named.length > 0) delete special.systemPrompt
  return { values: { ...found.values, ...special }, named: [...found.named, ...Object.keys(special)] }
}

const MANNERS: readonly { readonly words: RegExp; readonly prompt: string }[] = [
  { words: /\b(?:short(?:er)?|brief(?:er|ly)?|concise(?:ly)?)\b/i, prompt: 'Answer briefly.' },
  { words: /\b(?:longer|(?:more )?detail(?:ed)?|thorough(?:ly)?)\b/i, prompt: 'Answer in detail.' },
  { words: /\b(?:formal(?:ly)?|polite(?:ly)?)\b/i, prompt: 'Answer formally and politely.' },
]

/** What is said in ways that name no setting. */
function specialSettings(text: string, node: WorkflowNode, type: NodeType, draft: Draft): Record<string, unknown> {
  const properties = propertiesOf(type.configSchema)
  const settings: Record<string, unknown> = {}
  const speaks =
    /(?<!\b(?:the|an?|every|each|its|their|this|that|all|of|your|to|no)\s)\b(?:answers?|repl(?:y|ies)|responds?|speaks?|writes?|talks?|acts?|behaves?|sounds?|be)\b\s+(.+)$/i.exec(
      text,
    )
  // "should be stored" is something that happens to it, not a manner.
  const isManner =
    speaks !== null &&
    !/\bif\b/i.test(speaks[0]) &&
    !/^be\s+(?:\w+ed|sent|written|shown|kept|put|made|able)\b/i.test(speaks[0])
  if ('instructions' in properties && !('systemPrompt' in properties) && isManner && languageIn(text) !== undefined)
    settings.instructions = `Write in ${languageIn(text)}.`
  if ('systemPrompt' in properties && isManner && !/^(?:short|long)$/i.test(speaks[1] ?? '')) {
    const how = plain(speaks[0], draft.held).trim()
    const before = configOf(node).systemPrompt
    const language = languageIn(text)
    // More than a manner is said in its own words.
    const manner = wordsOf(how).length > 3 ? undefined : MANNERS.find(({ words }) => words.test(how))?.prompt
    const sentence =
      language !== undefined ? `Answer in ${language}.` : (manner ?? `${how.charAt(0).toUpperCase()}${how.slice(1)}.`)
    settings.systemPrompt = typeof before === 'string' && before !== '' ? `${before}\n${sentence}` : sentence
  }
  if ('matchText' in properties) {
    const value =
      /\b(?:than|equals?|contains?|starts? with|ends? with|compare(?:s|d)?(?: it)?(?: with| to)|exceeds?|over|above|below|under|(?:value|limit|threshold|text)(?: is| to| of)?|to|is)\s+(⟦\d+⟧|-?[\d.]+)(?:\s+instead)?\s*$/i.exec(
        text,
      )?.[1]
    const mark = /^⟦(\d+)⟧$/.exec(value ?? '')?.[1]
    if (value !== undefined && (mark === undefined || draft.held[Number(mark)]?.kind === 'text'))
      settings.matchText = plain(value, draft.held)
  }
  return settings
}

function setOn(node: WorkflowNode, text: string, draft: Draft): boolean {
  const { values } = given(node, text, draft)
  if (Object.keys(values).length === 0) return false
  const [before, commands] = [draft.open.length, draft.commands.length]
  const isMore = /\b(?:also|another|additional(?:ly)?|extra|include|add|new|further)\b/i.test(text)
  const isDone = draft.set(node.id, isMore ? withMore(values, configOf(node)) : values)
  draft.touch(node.id)
  const set = Object.entries(values).map(([key, value]) => `\`${key}\` to ${shown(value)}`)
  if (isDone && draft.commands.length === commands)
    did(draft, `${draft.name(node.id)} has that already: ${set.map((one) => one.replace(' to ', ' is ')).join(', ')}.`)
  else if (isDone) did(draft, `I set ${set.join(' and ')} of ${draft.name(node.id)}.`)
  else if (draft.open.length === before)
    cannot(draft, `I could not set ${set.join(' and ')} of ${draft.name(node.id)}.`)
  return true
}

/** "Also the label x": a list keeps what it has. */
function withMore(
  values: Readonly<Record<string, unknown>>,
  had: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const before = had[key]
      return Array.isArray(value) && Array.isArray(before)
        ? [key, [...before, ...value.filter((one) => !before.includes(one))]]
        : [key, value]
    }),
  )
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** No node is named: whichever can take it, if that is clear. */
function setAnywhere(request: string, draft: Draft): boolean {
  const known = new Map<NodeType, GivenSettings>()
  const able = draft.graph.nodes
    .map((node) => ({ node, settings: given(node, request, draft, known) }))
    .filter(({ settings }) => Object.keys(settings.values).length > 0)
  const byName = able.filter(({ settings }) => settings.named.length > 0)
  const candidates = byName.length > 0 ? byName : able
  const [first] = candidates
  if (first === undefined) return false
  if (candidates.length === 1) return setOn(first.node, request, draft)
  const named = mentioned(
    request,
    candidates.map(({ node }) => node),
    draft,
  )
  const isMany = /\b(?:both|all|every|each)\b/i.test(request)
  const isTooMany = /\bboth\b/i.test(request) && (named.length || candidates.length) !== 2
  if ((isMany && !isTooMany) || named.length === 1) {
    const wanted = candidates.filter(({ node }) => (isMany && named.length === 0) || named.includes(node))
    return wanted.map(({ node }) => setOn(node, request, draft)).some(Boolean)
  }
  const recent = candidates
    .filter(({ node }) => draft.recent.includes(node.id))
    .sort((a, b) => draft.recent.indexOf(b.node.id) - draft.recent.indexOf(a.node.id))
  if (recent[0] !== undefined) return setOn(recent[0].node, request, draft)
  const isSame = new Set(candidates.map(({ settings }) => Object.keys(settings.values).join())).size === 1
  if (!isSame) {
    const most = candidates.toSorted(
      (a, b) =>
        b.settings.named.length - a.settings.named.length ||
        Object.keys(b.settings.values).length - Object.keys(a.settings.values).length,
    )
    if (most[0] !== undefined && most[0].settings.named.length > (most[1]?.settings.named.length ?? 0))
      return setOn(most[0].node, request, draft)
  }
  const names = candidates
    .slice(0, 8)
    .map(({ node }) => draft.name(node.id))
    .join(', ')
  return cannot(draft, `Several nodes can take "${written(request, draft.held)}": ${names}. Which one do you mean?`)
}

/** `set the foo of the chat model to 3`. */
function unknownKey(request: string, nodes: readonly WorkflowNode[], draft: Draft): boolean {
  const key =
    /^(?:set|change|update|raise|lower|increase|decrease|adjust|configure)\s+(?:the\s+|its\s+)?(.+?)\s+(?:of|for|on|in|to|=)\s/i.exec(
      request,
    )?.[1]
  const [node] = nodes
  const type = node && typeOf(node, draft.catalogue)
  if (key === undefined || node === undefined || type === undefined || wordsOf(key).length > 4) return false
  const known = keyNamed(key, type)
  const has = Object.keys(propertiesOf(type.configSchema))
    .map((one) => `\`${one}\``)
    .join(', ')
  if (known !== undefined)
    return cannot(draft, `I did not understand which value \`${known}\` of ${draft.name(node.id)} should get.`)
  return cannot(draft, `${draft.name(node.id)} has no setting "${key}". It has ${has || 'none'}.`)
}

/** `… and of the draft writer to 0.9`: the same setting as before, of another node. */
function ofAnother(request: string, draft: Draft): boolean | undefined {
  const [, who, value] =
    /^(?:(?:set|change|raise|lower|put|make|increase|decrease)\s+)?(?:(?:the|that) (?:one|same|other)\s+|that\s+|the same\s+)?(?:of|for|on|in)\s+(.+?)\s+(?:to|as)\s+(.+)$/i.exec(
      request,
    ) ?? []
  const last = draft.commands.findLast((command) => command.verb === 'set')
  if (who === undefined || value === undefined || last?.verb !== 'set') return undefined
  const { nodes } = nodesMeant(who, draft)
  const [node] = nodes
  return node === undefined || nodes.length > 1 ? undefined : setOn(node, `${last.key} to ${value}`, draft)
}
