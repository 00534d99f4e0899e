/** Which setting a phrase means, by its key or title, and the value that a text is for it; nothing is bent to fit. */
import { isObject, issuesOf, type NodeType, type Schema, type WorkflowNode } from '@millrace/model'
import { propertiesOf } from '../graph/ports.ts'
import { gapAt } from './clauses.ts'
import { type Context, notUnderstood, Refusal, readingsOf, written } from './context.ts'
import { nodesMeant } from './find-node.ts'
import { isPhrase, phraseAt } from './lexicon/languages.ts'
import type { Token, Tokens } from './tokens.ts'
import { INFLECTED, NO_MATCH, nameGap, nearest, normalised, type Words, wordsOf } from './words.ts'

export type Setting = { readonly key: string; readonly schema: Readonly<Record<string, unknown>> }
export type SettingOfNode = Setting & { readonly node: WorkflowNode }

function settingsOf(type: NodeType | undefined): Setting[] {
  return Object.entries(propertiesOf(type?.configSchema)).flatMap(([key, schema]) =>
    isObject(schema) ? [{ key, schema }] : [],
  )
}

/** How far a phrase is from the key or title of a setting; the last word of it alone, as in "prompt", counts as far. */
function settingGap(readings: readonly Words[], { key, schema: { title } }: Setting): number {
  const names = [wordsOf(key), wordsOf(String(title ?? '').replace(/\(.*\)/, ''))]
  const gaps = readings.flatMap((words) =>
    names.map((name) => {
      const isHead = name.length > 1 && nameGap(words, name.slice(-1)) <= INFLECTED
      return Math.min(nameGap(words, name), isHead ? 2.5 : NO_MATCH)
    }),
  )
  return Math.min(...gaps)
}

/** The settings of a type that a phrase names best. */
function settingsNamed(tokens: Tokens, type: NodeType, context: Context): { found: Setting[]; gap: number } {
  const readings = readingsOf(tokens, context)
  return nearest(settingsOf(type), (setting) => settingGap(readings, setting))
}

/** The settings that a phrase means: of the nodes that are named, else of the one node that has such a setting. */
export function settingsMeant(tokens: Tokens, owner: Tokens | undefined, context: Context): readonly SettingOfNode[] {
  const { draft, language } = context
  const nodes = owner === undefined ? draft.graph.nodes : nodesMeant(owner, context)
  const types = new Set(nodes.flatMap((node) => draft.typeOf(node) ?? []))
  const named = new Map([...types].map((type) => [type, settingsNamed(tokens, type, context)]))
  const least = Math.min(...[...named.values()].map(({ gap }) => gap))
  const meant = nodes.flatMap((node) => {
    const type = draft.typeOf(node)
    const { found = [], gap = NO_MATCH } = (type && named.get(type)) ?? {}
    // Without an owner, a farther name in another node is a second candidate: it is not known which one was meant.
    return gap === least || (owner === undefined && least > 0) ? found.map((setting) => ({ ...setting, node })) : []
  })
  const phrase = written(context, tokens)
  const keys = settingsOf(draft.typeOf(nodes[0] ?? ({} as never))).map(({ key }) => `\`${key}\``)
  if (meant.length === 0)
    throw new Refusal(language.texts.noSetting(phrase), 'slot', owner === undefined ? [] : keys.slice(0, 12))
  const isEach = owner !== undefined && meant.length === nodes.length && new Set(meant.map(({ key }) => key)).size === 1
  if (meant.length === 1 || isEach) return meant
  const options = meant.slice(0, 6).map(({ node, key }) => `\`${key}\` – ${draft.name(node.id)}`)
  throw new Refusal(language.texts.which(phrase), 'ambiguous', options)
}

/** Longer texts and names are taken in quotes only. */
const MOST_WORDS = 6

export function readValue(tokens: Tokens, setting: Setting, context: Context): unknown {
  const { schema } = setting
  const { texts } = context.language
  const [key, text] = [`\`${setting.key}\``, written(context, tokens)]
  if (schema.format === 'hidden' || schema.format === 'password') throw new Refusal(texts.secret(key), 'unfit')
  const value = valueFor(tokens, setting, context)
  const expected = optionsOf(schema).join(', ') || String(schema.type ?? 'JSON')
  const problem = value === undefined ? expected : issuesOf(schema as Schema, value)[0]?.message
  if (problem !== undefined) throw new Refusal(texts.badValue(key, text, context.language.message(problem)), 'unfit')
  return value
}

function optionsOf({ enum: values, anyOf }: Setting['schema']): readonly unknown[] {
  if (Array.isArray(values)) return values
  return Array.isArray(anyOf) ? anyOf.flatMap((one) => (isObject(one) && 'const' in one ? [one.const] : [])) : []
}

function valueFor(tokens: Tokens, setting: Setting, context: Context): unknown {
  const { language } = context
  const { type } = setting.schema
  const options = optionsOf(setting.schema)
  if (options.length > 0) {
    const given = readingsOf(tokens, context)
    const { found } = nearest(options, (one) => Math.min(...given.map((words) => nameGap(words, wordsOf(String(one))))))
    return found.length === 1 ? found[0] : undefined
  }
  const isWord = (list: string) => isPhrase(tokens, language.phrases(list))
  if (type === 'boolean') return isWord(language.yes) || (isWord(language.no) ? false : undefined)
  if (type === 'number' || type === 'integer') return quantity(tokens, setting, context)
  return type === 'string' ? textMeant(tokens, context) : jsonIn(written(context, tokens))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text or name: in quotes, or a few words in which nothing may belong to another part of the sentence. */
export function textMeant(tokens: Tokens, context: Context): string {
  const { language, draft } = context
  const [first, second] = tokens
  if (first?.kind === 'quoted' && second === undefined) return first.text
  const reversals = language.phrases(language.reversals)
  const isDoubtful = (at: number) => gapAt(tokens, at, language) > 0 || phraseAt(tokens, at, reversals) > 0
  const isOpen = tokens.some(({ kind }, at) => kind !== 'word' || (second !== undefined && isDoubtful(at)))
  const text = written(context, tokens)
  if (first === undefined || tokens.length > MOST_WORDS || isOpen)
    throw new Refusal(language.texts.quoteIt(text), 'unfit')
  draft.hasLooseText = true
  return text
}

/** Units of time in the order of the word lists, in milliseconds. */
const UNITS = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 }

function numberIn(token: Token | undefined, { language }: Context): number | undefined {
  const text = language.decimal === ',' ? token?.text.replace(',', '.') : token?.text
  if (text !== undefined && /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return Number(text)
  const at = language.numbers.split('|').findIndex((one) => normalised(one) === token?.word)
  return at < 0 ? undefined : at + 1
}

/** The unit of time that a word names, in milliseconds. */
function unitIn(token: Token | undefined, { language }: Context): number | undefined {
  const isIt = (list: string) => token !== undefined && isPhrase([token], language.phrases(list))
  return Object.values(UNITS)[language.units.split(', ').findIndex(isIt)]
}

/** The unit of time that a number counts in, by its key, title or description. */
function unitOf({ key, schema: { type, title, description } }: Setting): number | undefined {
  const words = [key, title, description].flatMap((text) => wordsOf(String(text ?? '')))
  const isNamed = (unit: string) => words.some((word) => nameGap([word], [unit]) <= INFLECTED)
  const unit = Object.entries(UNITS).find(([name]) => isNamed(name))?.[1]
  return type === 'number' || type === 'integer' ? (words.includes('ms') ? 1 : unit) : undefined
}

function quantity([first, second, third]: Tokens, setting: Setting, context: Context): number | undefined {
  const number = numberIn(first, context)
  if (number === undefined || second === undefined) return number
  const [given, wanted] = [unitIn(second, context), unitOf(setting)]
  if (third !== undefined) return undefined
  return given !== undefined && wanted !== undefined ? (number * given) / wanted : undefined
}

/** "3 loggers", "a 5 second delay": how many, the amount that stands before the type, and the type. */
export function amountIn(tokens: Tokens, context: Context) {
  const number = tokens.length > 1 ? numberIn(tokens[0], context) : undefined
  const isAmount = number !== undefined && unitIn(tokens[1], context) !== undefined
  if (isAmount) return { count: 1, amount: tokens.slice(0, 2), rest: tokens.slice(2) }
  const isCount = number !== undefined && Number.isInteger(number) && number > 0
  return { count: isCount ? number : 1, amount: undefined, rest: isCount ? tokens.slice(1) : tokens }
}

/** A setting of the new node: "the url https://…", "5 seconds". */
export function settingIn(tokens: Tokens, type: NodeType, context: Context): { key: string; value: unknown } {
  const isAmount = numberIn(tokens[0], context) !== undefined && unitIn(tokens[1], context) !== undefined
  const timed = isAmount ? settingsOf(type).filter((setting) => unitOf(setting) !== undefined) : []
  if (timed.length === 1 && timed[0] !== undefined)
    return { key: timed[0].key, value: readValue(tokens, timed[0], context) }
  for (let end = tokens.length - 1; end > 0; end--) {
    const { found, gap } = settingsNamed(tokens.slice(0, end), type, context)
    const [setting, other] = found
    if (setting !== undefined && other === undefined && gap <= 1)
      return { key: setting.key, value: readValue(tokens.slice(end), setting, context) }
  }
  throw notUnderstood(tokens, context)
}
