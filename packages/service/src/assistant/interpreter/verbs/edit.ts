/** Adds, connects, renames, sets, removes and replaces nodes. What loses something finds its nodes strictly. */
import { configOf, type NodeType, sameJson } from '@millrace/model'
import { portsOfNode, sourcePortOf, targetPortOf } from '../../graph/ports.ts'
import { cut, insert, join } from '../../graph/wiring.ts'
import { startsWithRole } from '../clauses.ts'
import { attempt, type Context, isDraft, notUnderstood, Refusal, withoutArticles, written } from '../context.ts'
import { nodeMeant, nodesMeant, twoNodesMeant } from '../find-node.ts'
import { typeLabel, typeMeant } from '../find-type.ts'
import { isPhrase, phraseAt } from '../lexicon/languages.ts'
import { amountIn, readValue, type SettingOfNode, settingIn, settingsMeant, textMeant } from '../settings.ts'
import type { Slots, Verbs } from '../slots.ts'
import type { Token, Tokens } from '../tokens.ts'

export const EDITS: Pick<Verbs, 'add' | 'connect' | 'disconnect' | 'rename' | 'set' | 'remove' | 'replace'> = {
  add: {
    roles: ['called', 'after', 'before', 'between', 'to', 'with', 'of'],
    repeats: true,
    run({ object, roles }, context) {
      const { draft, language } = context
      const { count, amount, rest } = amountIn(withoutArticles(object, language), context)
      const type = newType(rest, object, context)
      const places = [roles.after, roles.before, roles.between, roles.to].filter((part) => part !== undefined)
      const isMany = count > 1 && (places.length > 0 || roles.called !== undefined)
      if (places.length > 1 || isMany || count > 20) throw notUnderstood(object, context)
      const settings = [roles.with, roles.of, amount].flatMap((part) =>
        part === undefined ? [] : [settingIn(part, type, context)],
      )
      const { called = [] } = roles
      // "Called Audit after the model": a name without quotes ends where the next part starts.
      if (called.some((_, at) => startsWithRole(called.slice(at), language))) throw notUnderstood(called, context)
      const label = roles.called && textMeant(called, context)
      for (let number = 0; number < count; number++) {
        const id = draft.add(type, label)
        if (id === undefined) throw notUnderstood(object, context)
        for (const { key, value } of settings) draft.try({ verb: 'set', node: id, key, value })
        place(id, roles, context)
        draft.tell(language.texts.added(draft.name(id), typeLabel(type, context)), id)
      }
    },
  },

  connect: {
    roles: ['to', 'with', 'from'],
    repeats: true,
    run({ object, roles }, context) {
      const { draft, language } = context
      const given = (...parts: (Tokens | undefined)[]) => parts.filter((part) => part !== undefined && part.length > 0)
      const [[start, otherStart], [end, otherEnd]] = [given(object, roles.from), given(roles.to, roles.with)]
      if (start === undefined || end === undefined || otherStart !== undefined || otherEnd !== undefined)
        throw notUnderstood(object, context)
      const [from, to] = [endMeant(start, 'outputs', context), endMeant(end, 'inputs', context)]
      const isPort = (port: string | undefined, own: string) => port === undefined || port === own
      const between = draft.leaving(from.id).filter(({ target }) => target === to.id)
      if (between.some((edge) => isPort(from.port, sourcePortOf(edge)) && isPort(to.port, targetPortOf(edge))))
        throw new Refusal(language.texts.already, 'unfit')
      const names = [draft.name(from.id), draft.name(to.id)] as const
      if (!join(draft, from.id, to.id, { sourcePort: from.port, targetPort: to.port }))
        throw new Refusal(language.texts.noFit(...names), 'unfit')
      draft.tell(language.texts.connected(...names), to.id)
    },
  },

  disconnect: {
    roles: ['from', 'to', 'between'],
    run({ object, roles }, context) {
      const { draft, language } = context
      if (Object.keys(roles).length > 0) return cutBetween({ object, roles }, context)
      const { id } = nodeMeant(object, context, true)
      if (draft.arriving(id).length + draft.leaving(id).length === 0) throw new Refusal(language.texts.already, 'unfit')
      draft.try({ verb: 'disconnect', node: id })
      draft.tell(language.texts.disconnected(draft.name(id), '…'), id)
    },
  },

  rename: {
    roles: ['to'],
    repeats: true,
    run({ object, roles: { to } }, context) {
      if (to !== undefined) return rename(object, to, context)
      // "Call the input Question": only the name of the node shows where the new name starts.
      const splits = object.slice(1).map((_, at) => [object.slice(0, at + 1), object.slice(at + 1)] as const)
      const named = splits.filter(([, name]) => !startsWithRole(name, context.language))
      const trials = named.map(([who, name]) => attempt(context, (trial) => rename(who, name, trial)))
      const [only, other] = trials.filter(isDraft)
      if (only === undefined || other !== undefined) throw notUnderstood(object, context)
      context.draft.take(only)
    },
  },

  set: {
    roles: ['of', 'to'],
    repeats: true,
    run({ object, roles: { of: owner, to } }, context) {
      if (to === undefined || object.length === 0) throw notUnderstood(object, context)
      for (const setting of settingsIn(object, owner, context)) set(setting, readValue(to, setting, context), context)
    },
  },

  remove: {
    roles: ['between', 'from', 'to'],
    repeats: true,
    run({ object, roles }, context) {
      const { draft, language } = context
      const isEdge = isPhrase(withoutArticles(object, language), language.phrases(language.nouns.edge))
      if (isEdge) return cutBetween({ object: [], roles }, context)
      if (Object.keys(roles).length > 0) throw notUnderstood(object, context)
      for (const { id } of nodesMeant(object, context, true)) {
        draft.tell(language.texts.removed(draft.name(id)))
        draft.try({ verb: 'delete', node: id })
      }
    },
  },

  replace: {
    roles: ['with', 'to'],
    run({ object, roles }, context) {
      const { draft, language } = context
      const [wanted, other] = Object.values(roles)
      if (wanted === undefined || other !== undefined) throw notUnderstood(object, context)
      const node = nodeMeant(object, context, true)
      const type = newType(wanted, wanted, context)
      const { edges } = draft.graph
      if (draft.typeOf(node) === type) throw new Refusal(language.texts.already, 'unfit')
      draft.tell(language.texts.replaced(draft.name(node.id), typeLabel(type, context)), node.id)
      const problem = draft.try({ verb: 'swap', node: node.id, type: type.node_type_id })
      if (problem !== undefined) throw notUnderstood(object, context)
      const kept = new Set(draft.graph.edges.map(({ id }) => id))
      for (const edge of edges.filter(({ id }) => !kept.has(id))) {
        const ports = edge.target === node.id ? { sourcePort: sourcePortOf(edge) } : { targetPort: targetPortOf(edge) }
        if (!join(draft, edge.source, edge.target, ports))
          draft.tell(language.texts.noFit(draft.name(edge.source), draft.name(edge.target)))
      }
    },
  },
}

/** The type of a new node. "The logger" may mean one that is there, so it is not clear that a new one is wanted. */
function newType(tokens: Tokens, phrase: Tokens, context: Context): NodeType {
  const { phrases, definite, texts } = context.language
  const isThere = isDraft(attempt(context, (trial) => nodeMeant(phrase, trial, true)))
  if (isThere && phraseAt(phrase, 0, phrases(definite)) > 0)
    throw new Refusal(texts.which(written(context, phrase)), 'ambiguous')
  return typeMeant(tokens, context)
}

/** Connects a new node where it was asked for. */
function place(id: string, { after, before, between, to }: Slots['roles'], context: Context): void {
  const { draft, language } = context
  if (after === undefined && before === undefined && between === undefined && to === undefined) return
  const one = (tokens: Tokens | undefined) => tokens && nodeMeant(tokens, context).id
  const [first, second] = between === undefined ? [one(after), one(before)] : twoNodesMeant(between, context)
  const tool = one(to)
  const isPlaced =
    tool === undefined ? insert(draft, id, { from: first, to: second }) : join(draft, id, tool, { sourcePort: 'tool' })
  const [from, target] = [draft.name(first ?? id), draft.name(tool ?? second ?? id)]
  if (!isPlaced) throw new Refusal(language.texts.noFit(from, target), 'unfit')
}

/** A node by its name, or a port as commands write it: `a.1:text`. */
function endMeant(tokens: Tokens, side: 'inputs' | 'outputs', context: Context): { id: string; port?: string } {
  const text = tokens.length === 1 ? (tokens[0]?.text ?? '') : ''
  const [id, port] = [text.slice(0, text.lastIndexOf(':')), text.slice(text.lastIndexOf(':') + 1)]
  const node = context.draft.node(id)
  const isNamed = node !== undefined && portsOfNode(node, context.draft)[side].has(port)
  return isNamed ? { id, port } : { id: nodeMeant(tokens, context).id }
}

/** Removes the connections "between A and B", "from A to B" or of "A from B", whichever way they lead. */
function cutBetween({ object, roles }: Slots, context: Context): void {
  const { draft, language } = context
  const [first, second, third] = [object, roles.from ?? [], roles.to ?? [], roles.between ?? []].filter(
    ({ length }) => length > 0,
  )
  const isBetween = first !== undefined && first === roles.between
  if (first === undefined || third !== undefined || isBetween === (second !== undefined))
    throw notUnderstood(object, context)
  const one = (tokens: Tokens) => nodeMeant(tokens, context, true).id
  const [a, b] = second === undefined ? twoNodesMeant(first, context, true) : [one(first), one(second)]
  const edges = draft.graph.edges.filter(
    ({ source, target }) => (source === a && target === b) || (source === b && target === a),
  )
  const names = [draft.name(a), draft.name(b)] as const
  if (new Set(edges.map(({ source }) => source)).size !== 1) throw new Refusal(language.texts.already, 'unfit')
  for (const edge of edges) cut(draft, edge)
  draft.tell(language.texts.disconnected(...names))
}

function rename(who: Tokens, name: Tokens, context: Context): void {
  const { draft, language } = context
  const { id } = nodeMeant(who, context, true)
  const label = textMeant(name, context).trim()
  draft.tell(language.texts.renamed(draft.name(id), label), id)
  if (label === '' || draft.try({ verb: 'rename', node: id, label }) !== undefined) throw notUnderstood(name, context)
}

/** "The temperature", "a.1:temperature", "A's temperature". */
function settingsIn(object: Tokens, owner: Tokens | undefined, context: Context): readonly SettingOfNode[] {
  const possessive = object.findIndex(({ word }) => word === "'s" || word === '’s')
  if (possessive > 0 && owner === undefined)
    return settingsMeant(object.slice(possessive + 1), object.slice(0, possessive), context)
  const [only] = object
  const colon = object.length === 1 && owner === undefined ? (only?.text.lastIndexOf(':') ?? -1) : -1
  if (only === undefined || colon <= 0) return settingsMeant(object, owner, context)
  const part = (start: number, end?: number): Token => ({ ...only, text: only.text.slice(start, end) })
  return settingsMeant([part(colon + 1)], [part(0, colon)], context)
}

function set({ node, key }: SettingOfNode, value: unknown, { draft, language }: Context): void {
  const { texts } = language
  if (sameJson(configOf(node)[key], value)) throw new Refusal(texts.already, 'unfit')
  const problem = draft.try({ verb: 'set', node: node.id, key, value })
  if (problem !== undefined) throw new Refusal(texts.badValue(key, String(value), language.message(problem)), 'unfit')
  draft.tell(texts.set(`\`${key}\``, draft.name(node.id), `\`${JSON.stringify(value)}\``), node.id)
}
