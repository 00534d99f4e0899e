/** The line about its settings on the card of a node, such as `GET api.example/orders`, from a template of its type. */
import { isObject } from './json.ts'

/** The keyword of a config schema with the templates. */
export const SUMMARY_KEYWORD = 'x-summary'

type Values = Readonly<Record<string, unknown>>

interface Summarized {
  readonly schema: Values
  readonly config: Values
  /** Texts with `{{ … }}` that replace settings, by setting. */
  readonly expressions?: Values | undefined
}

const MAX_LENGTH = 80
const MAX_URL_LENGTH = 28
const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g

/** The first template whose conditions hold and whose values exist; undefined if there is none. */
export function cardSummary({ schema, config, expressions = {} }: Summarized): string | undefined {
  const given = schema[SUMMARY_KEYWORD]
  if (given === undefined) return undefined
  const properties = isObject(schema.properties) ? schema.properties : {}
  const settingOf = (setting: string) => {
    const property = properties[setting]
    return config[setting] ?? (isObject(property) ? property.default : undefined)
  }
  const textOf = (setting: string) => {
    const expression = expressions[setting]
    if (typeof expression === 'string' && expression !== '') return line(expression)
    const property = properties[setting]
    return shownValue(settingOf(setting), isObject(property) ? property : {})
  }
  for (const template of Array.isArray(given) ? given : [given]) {
    const { when, text } = isObject(template) ? template : { when: {}, text: template }
    if (typeof text !== 'string' || !isMet(when, settingOf)) continue
    const filled = fill(text, textOf)
    if (filled !== undefined && filled !== '') return shortened(filled, MAX_LENGTH)
  }
  return undefined
}

/** The settings that the templates of a summary use. */
export function summarySettings(summary: unknown): string[] {
  return (Array.isArray(summary) ? summary : [summary]).flatMap((template) => {
    const { when, text } = isObject(template) ? template : { when: {}, text: template }
    const used = typeof text === 'string' ? [...text.matchAll(PLACEHOLDER)].flatMap(([, names]) => namesIn(names)) : []
    return [...(isObject(when) ? Object.keys(when) : []), ...used]
  })
}

function namesIn(placeholder = ''): string[] {
  return placeholder.split('|').map((name) => name.trim())
}

function isMet(when: unknown, settingOf: (setting: string) => unknown): boolean {
  if (!isObject(when)) return true
  return Object.entries(when).every(([setting, expected]) =>
    (Array.isArray(expected) ? expected : [expected]).includes(settingOf(setting)),
  )
}

/** A template with its values; undefined if a value outside of square brackets is missing. */
function fill(template: string, textOf: (setting: string) => string): string | undefined {
  const parts = template.split(/(\[[^[\]]*\])/).map((part) => {
    const isOptional = part.startsWith('[') && part.endsWith(']')
    return isOptional ? (fillAll(part.slice(1, -1), textOf) ?? '') : fillAll(part, textOf)
  })
  return parts.includes(undefined) ? undefined : parts.join('').trim()
}

function fillAll(template: string, textOf: (setting: string) => string): string | undefined {
  let isComplete = true
  const filled = template.replaceAll(PLACEHOLDER, (_, names: string) => {
    const text = namesIn(names)
      .map(textOf)
      .find((one) => one !== '')
    if (text === undefined) isComplete = false
    return text ?? ''
  })
  return isComplete ? filled : undefined
}

/** Comparison operators are shorter as signs. */
const SIGNS: Readonly<Record<string, string>> = {
  equals: '=',
  not_equals: '≠',
  greater_than: '>',
  less_than: '<',
  greater_or_equal: '≥',
  less_or_equal: '≤',
}

function shownValue(value: unknown, schema: Values): string {
  if (schema.format === 'hidden' || schema.format === 'password') return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    if (value.trim() === '') return ''
    const choice = choiceLabel(value, schema)
    if (choice !== undefined) return choice
    return schema.format === 'uri' || /^https?:\/\//i.test(value) ? shortUrl(value.trim()) : line(value)
  }
  if (Array.isArray(value)) return value.map(itemName).filter(Boolean).join(', ')
  if (!isObject(value)) return ''
  const names = Object.keys(isObject(value.properties) ? value.properties : value)
  return names.length === 0 ? '' : names.join(', ')
}

function choiceLabel(value: string, schema: Values): string | undefined {
  if (Array.isArray(schema.enum)) {
    const sign = Object.hasOwn(SIGNS, value) ? SIGNS[value] : undefined
    if (sign !== undefined) return sign
  }
  const options = [schema['x-suggestions'], schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const option = options.find((one) => isObject(one) && (one.value === value || one.const === value))
  const label = isObject(option) ? (option.label ?? option.title) : undefined
  if (typeof label === 'string') return label
  return Array.isArray(schema.enum) ? value.replaceAll('_', ' ') : undefined
}

function itemName(item: unknown): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  if (!isObject(item)) return ''
  const name = item.label ?? item.name ?? item.title ?? item.value
  return typeof name === 'string' ? name : ''
}

/** `api.example.com/orders`, or `api…/orders` if it is long. */
function shortUrl(text: string): string {
  const plain = text.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (plain.length <= MAX_URL_LENGTH) return plain
  const [path = ''] = plain.split(/[?#]/)
  const [host = '', ...parts] = path.split('/')
  const last = parts.findLast((part) => part !== '')
  if (path.length <= MAX_URL_LENGTH || last === undefined) return shortened(path, MAX_URL_LENGTH)
  return `${host.split('.')[0]}…/${shortened(last, MAX_URL_LENGTH)}`
}

/** The first line with content, with single spaces. */
function line(text: string): string {
  const first = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return first.trim().replaceAll(/\s+/g, ' ')
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`
}
