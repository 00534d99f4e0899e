/** Settings that a wording gives to a node of some type: `temperature 0.2`, `as markdown`, `gpt-5`, `labels a, b and c`. */
import { isObject, type NodeType } from '@millrace/model'
import { propertiesOf } from '../draft.ts'
import { secondsIn, signIn } from './spans-and-signs.ts'
import { type Held, plain } from './wording.ts'
import { isNearly, numberOf, partsOf, stemOf, wordsOf } from './words.ts'

/** Values by key; `named` are those whose setting was named, not only guessed from the value. */
export interface GivenSettings {
  readonly values: Readonly<Record<string, unknown>>
  readonly named: readonly string[]
}

/** What people call settings, by key. */
const KEY_WORDS: Readonly<Record<string, readonly string[]>> = {
  systemPrompt: ['system prompt', 'prompt', 'system message', 'instruction', 'instructions', 'persona'],
  temperature: ['temperature', 'temp'],
  maxTokens: ['max tokens', 'token limit', 'tokens', 'maximum tokens'],
  url: ['url', 'address', 'link', 'endpoint', 'uri'],
  method: ['method', 'verb', 'http method'],
  timeout: ['timeout', 'time out', 'time limit'],
  labels: ['labels', 'categories', 'classes', 'label', 'tags'],
  cron: ['cron', 'schedule', 'cron line', 'cron expression'],
  message: ['message', 'question', 'text'],
  defaultValue: ['default value', 'default', 'value', 'text', 'initial value'],
  content: ['content', 'text'],
  path: ['path', 'file name', 'filename', 'field', 'file', 'location'],
  matchText: ['match text', 'value', 'text', 'threshold', 'limit', 'match'],
  query: ['query', 'sql', 'statement'],
  source: ['code', 'source', 'script'],
  template: ['template', 'text', 'prompt'],
  expression: ['expression', 'formula'],
  seconds: ['seconds', 'duration', 'delay', 'time'],
  chunkSize: ['chunk size', 'size'],
  topK: ['top k', 'matches', 'results', 'number of matches'],
  maxIterations: ['max iterations', 'iterations', 'maximum iterations'],
  maxTurns: ['max turns', 'turns', 'steps'],
  findText: ['find', 'find text', 'search for', 'search text'],
  replaceText: ['replace with', 'replacement', 'replace by'],
  connection: ['connection', 'connection string', 'database url'],
  workflow: ['workflow'],
  maxMessages: ['max messages', 'messages', 'number of messages'],
  precision: ['precision', 'decimals', 'digits'],
  indent: ['indent', 'indentation'],
  name: ['name', 'output name'],
  maxLength: ['max length', 'maximum length', 'length limit', 'characters', 'chars', 'letters'],
  enabled: ['enabled', 'active'],
  header: ['header', 'header line', 'header row', 'headers', 'column names', 'heading'],
  multiline: ['multiline', 'multi line', 'several lines', 'multiple lines'],
  delimiter: ['delimiter', 'separator'],
  key: ['key', 'field', 'column'],
  collection: ['collection', 'index'],
  words: ['words', 'word limit'],
  placeholder: ['placeholder', 'hint'],
}

/** Keys of every node, which are never meant by such words. */
const NEVER = new Set(['branches', 'dynamicInputs', 'dynamicOutputs', 'script', 'variant', 'nodeType'])

const MODELS: readonly { readonly name: RegExp; readonly provider: string }[] = [
  { name: /\b(?:gpt-[\w.:-]+(?: (?:mini|nano|turbo))?|o[134](?:-[\w.-]+)?|chatgpt-[\w.-]+)\b/i, provider: 'openai' },
  { name: /\bclaude(?:-[\w.:]+)+\b/i, provider: 'anthropic' },
  { name: /\bgemini(?:-[\w.:]+)+\b/i, provider: 'google' },
  { name: /\b(?:llama|mistral|qwen|phi|gemma|deepseek)[\w.:-]*\b/i, provider: 'ollama' },
]

/** Whether a setting holds a secret. */
export function isSecretSetting(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'string' && (schema.format === 'hidden' || schema.format === 'password')
}

/** What a wording sets on a node of this type; settings are named only in its tail. */
export function settingsIn(text: string, type: NodeType, held: readonly Held[], tail = text): GivenSettings {
  const values: Record<string, unknown> = {}
  const named: string[] = []
  const properties = propertiesOf(type.configSchema)
  for (const [key, schema] of Object.entries(properties)) {
    if (NEVER.has(key) || !isObject(schema) || isSecretSetting(schema)) continue
    const value = valueNamed(tail, key, schema, held)
    if (value === undefined) continue
    values[key] = value
    named.push(key)
  }
  for (const [key, schema] of Object.entries(properties)) {
    if (key in values || NEVER.has(key) || !isObject(schema) || isSecretSetting(schema)) continue
    const value = valueByItself(text, key, schema, held)
    if (value !== undefined) values[key] = value
  }
  if ('provider' in properties && 'model' in properties) Object.assign(values, modelIn(text, values))
  return { values, named }
}

function modelIn(text: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const { name, provider } of MODELS) {
    const model = name.exec(text)?.[0].toLowerCase().replace(' ', '-')
    if (model !== undefined) return { model, provider: given.provider ?? provider }
  }
  return {}
}

function namesOfKey(key: string, schema: Readonly<Record<string, unknown>>): string[] {
  const title = typeof schema.title === 'string' ? [schema.title] : []
  return [...new Set([key, wordsOf(key).join(' '), ...title, ...(KEY_WORDS[key] ?? [])])].sort(
    (a, b) => b.length - a.length,
  )
}

/** `<name of the setting> to <value>`, `<value> <name>`, `don't <name>`. */
function valueNamed(
  text: string,
  key: string,
  schema: Readonly<Record<string, unknown>>,
  held: readonly Held[],
): unknown {
  const lower = text.toLowerCase()
  for (const name of namesOfKey(key, schema)) {
    const parts = name.trim().split(/[\s_-]+/)
    // Most names are not there at all, and a pattern costs more than a look.
    if (!lower.includes(stemOf((parts[0] ?? '').toLowerCase()))) continue
    const words = parts.map((word) => `${RegExp.escape(stemOf(word.toLowerCase()))}(?:e?s)?`)
    const said = words.join('[\\s_-]*')
    if (schema.type === 'boolean') {
      const flag = booleanFor(text, said)
      if (flag !== undefined) return flag
      continue
    }
    const behind = new RegExp(
      `\\b${said}\\b\\s*(?:(?:of|for|on|in)\\s+(?:the\\s+)?[\\w\\s.'-]{1,40}?\\s+)?(?:(?:limit|maximum|max|count|all the way|down|up|back|right|a bit|a little|slightly|further|value|setting)\\s+)*(=|:|\\bto\\b|\\bis\\b|\\bof\\b|\\bas\\b|\\bby\\b|\\bat\\b|should be|should say|should become|\\bbe\\b)?\\s*[:=]?\\s*(.+)$`,
      'i',
    ).exec(text)
    // A bare word behind the name of a setting is its value only where something says so: "url to x", not "text input".
    const isSure =
      behind?.[1] !== undefined ||
      /^⟦/.test(behind?.[2] ?? '') ||
      schema.type !== 'string' ||
      Array.isArray(schema.enum)
    const span = behind !== null && SPANS.has(key) ? secondsIn(behind[2] ?? '') : undefined
    if (span !== undefined) return span
    const value = behind === null || !isSure ? undefined : valueFrom(behind[2] ?? '', schema, held)
    if (value !== undefined && !(typeof value === 'string' && ONE_WORD.has(key) && /\s/.test(value))) return value
    const quoted = new RegExp(`⟦(\\d+)⟧\\s+(?:as|for|into|in)\\s+(?:the\\s+|its\\s+|an?\\s+)?${said}\\b`, 'i').exec(
      text,
    )?.[1]
    if (quoted !== undefined && schema.type === 'string' && !Array.isArray(schema.enum))
      return held[Number(quoted)]?.value
    const before = new RegExp(`(-?[\\d.]+|\\b\\w+)\\s*-?${said}\\b`, 'i').exec(text)?.[1]
    const number = before === undefined ? undefined : numberOf(before)
    if (number !== undefined && isNumeric(schema)) return number
  }
  return undefined
}

/** Settings in seconds, and settings whose value has no blanks. */
const SPANS = new Set(['timeout', 'seconds', 'expiresIn'])
const ONE_WORD = new Set([
  'model',
  'path',
  'url',
  'baseUrl',
  'collection',
  'namespace',
  'timezone',
  'key',
  'connection',
])

function booleanFor(text: string, said: string): boolean | undefined {
  if (!new RegExp(`\\b${said}\\b`, 'i').test(text)) return undefined
  if (/\b(?:don't|do not|not|never|off|disable[ds]?|without|no|false|stop)\b/i.test(text)) return false
  return /\b(?:on|enable[ds]?|true|yes|with|always|do|should|please|allow|activate|turn|make|set)\b/i.test(text) ||
    new RegExp(`^${said}`, 'i').test(text)
    ? true
    : undefined
}

function isNumeric({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'number' || type === 'integer'
}

/** The value at the beginning of a text, as the schema of its setting takes it. */
function valueFrom(text: string, schema: Readonly<Record<string, unknown>>, held: readonly Held[]): unknown {
  const given = text.trim()
  if (given === '') return undefined
  if (Array.isArray(schema.enum)) return enumIn(given.split(/\s+/).slice(0, 4).join(' '), schema.enum)
  const mark = /^⟦(\d+)⟧/.exec(given)?.[1]
  const quoted = mark === undefined ? undefined : held[Number(mark)]
  if (isNumeric(schema)) {
    const first = /^(?:about |around |at most |only |just )?(-?[\w.]+)/.exec(given)?.[1]
    return numberOf((quoted?.value ?? first ?? '').replace(/(?:s|ms|sec|%)$/, '')) ?? undefined
  }
  if (schema.type === 'array') {
    if (quoted?.kind === 'json') return parsed(quoted.value)
    const items = partsOf(plain(given, held).replace(/\s+(?:and|then)\s+(?:show|connect|put|then)\b.*$/i, ''))
    return isObject(schema.items) && schema.items.type === 'string' ? items : undefined
  }
  if (schema.type === 'object' || schema.format === 'json')
    return quoted?.kind === 'json' ? parsed(quoted.value) : undefined
  if (schema.type !== 'string') return quoted?.kind === 'json' ? parsed(quoted.value) : undefined
  if (quoted !== undefined) return quoted.value
  if (typeof schema.maxLength === 'number' && schema.maxLength <= 2) return signIn(given)
  if (/^(?:be|have|do|get|make|know|go)\s/i.test(given)) return undefined
  const word = plain(given, held)
    .replace(/\s+(?:for|in|on|of)\s+(?:the|my)\s+.*$/i, '')
    .trim()
  return word === '' ? undefined : word
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Comparisons in words, for settings that are called otherwise. */
const ENUM_WORDS: Readonly<Record<string, RegExp>> = {
  greater_than: /\b(?:greater|more|larger|bigger|higher|over|above|exceeds?)\b(?: than)?|>/i,
  less_than: /\b(?:less|smaller|lower|below|under|fewer)\b(?: than)?|</i,
  not_equals: /\b(?:not equals?|is not|isn't|differs)\b|!=/i,
  equals: /\b(?:equals?|is exactly|is equal to)\b|==/i,
  contains: /\b(?:contains?|includes?|has the word|mentions?)\b/i,
  starts_with: /\b(?:starts? with|begins? with)\b/i,
  ends_with: /\bends? with\b/i,
  is_empty: /\b(?:is empty|is blank)\b/i,
  regex: /\b(?:regex|regular expression|matches the pattern)\b/i,
  uppercase: /\b(?:upper ?case|all caps|capital letters)\b/i,
  lowercase: /\b(?:lower ?case|small letters)\b/i,
  capitalize: /\b(?:capitali[sz]e|title case)\b/i,
  slugify: /\bslug(?:ify)?\b/i,
  short: /\b(?:short(?:er)?|brief|concise)\b/i,
  long: /\b(?:long(?:er)?|detailed)\b/i,
  paragraphs: /\bparagraphs?\b/i,
  sentences: /\bsentences?\b/i,
  finished: /\b(?:when (?:it is )?(?:done|finished)|respond|response)\b/i,
}

export function enumIn(text: string, values: readonly unknown[]): unknown {
  const words = wordsOf(text)
  return values.find((value) => {
    const name = String(value)
    if (ENUM_WORDS[name]?.test(text)) return true
    const wanted = wordsOf(name)
    return words.some((_, at) => wanted.every((word, index) => isNearly(words[at + index] ?? '', word)))
  })
}

/** Ordinary words that are values of a set as well; they count only where their setting is named. */
const TOO_COMMON = new Set([
  'none',
  'first',
  'list',
  'object',
  'add',
  'get',
  'set',
  'delete',
  'end',
  'start',
  'note',
  'info',
  'error',
  'map',
  'current',
  'json',
  'expression',
  'search',
  'user',
  'system',
  'assistant',
  'start_of',
  'end_of',
  'finished',
  'accepted',
  'session',
  'workflow',
  'min',
  'max',
  'mode',
  'skip',
  'merge',
  'filter',
  'token',
  'words',
  'exit',
  'http',
  'head',
  'options',
  'patch',
  'format',
  'convert',
  'group',
  'sort',
  'failed',
  'completed',
  'long',
  'medium',
  'any',
  'cancel',
])

/** A value that says by itself which setting it is for: a word of a closed set, an address, `10 seconds`. */
function valueByItself(
  text: string,
  key: string,
  schema: Readonly<Record<string, unknown>>,
  held: readonly Held[],
): unknown {
  if (Array.isArray(schema.enum)) {
    const special = schema.enum.filter(
      (value) => !TOO_COMMON.has(String(value).toLowerCase()) || /\b(?:HEAD|OPTIONS|PATCH|GET|DELETE)\b/.test(text),
    )
    // A method is written in capitals; "get" and "delete" are also words.
    if (special.some((value) => value === 'POST'))
      return special.find(
        (value) =>
          new RegExp(`\\b${String(value)}\\b`).test(text) || (value === 'POST' && /\bpost request\b/i.test(text)),
      )
    return enumIn(text, special)
  }
  const marks = [...text.matchAll(/⟦(\d+)⟧/g)].flatMap((match) => held[Number(match[1])] ?? [])
  if (key === 'url' || key === 'baseUrl')
    return key === 'url' ? marks.find((one) => one.kind === 'address')?.value : undefined
  if (key === 'seconds' || key === 'timeout') return secondsIn(text)
  if (key === 'delimiter' && /\b(?:semicolons?|commas?|tabs?|pipes?)\b/i.test(text)) return signIn(text)
  if (key === 'timezone') return /(?<!\S)(?:[A-Z][a-z]+\/[A-Z]\w+|UTC|GMT)(?!\S)/.exec(text)?.[0]
  if (key === 'path' && schema.pattern === undefined && /\bfile\b|\.(?!com|org|net|io)/i.test(text))
    return /(?<![\w/.-])[\w-][\w/-]*\.(?:csv|json|txt|md|html?|xml|ya?ml|log|pdf|tsv)\b/i.exec(text)?.[0]
  // A path of the web begins with a slash; a file has an ending.
  if (key === 'path' && typeof schema.pattern === 'string') return /(?:^|\s)\/([A-Za-z\d][\w/-]*)/.exec(text)?.[1]
  return undefined
}

const asked = new WeakMap<NodeType, { readonly text: string; readonly key: string | undefined }>()

/** The setting of a type that a wording names, if it does. Asked of many nodes of few types, one after the other. */
export function keyNamed(text: string, type: NodeType): string | undefined {
  const last = asked.get(type)
  if (last?.text === text) return last.key
  const key = keyLike(text, type)
  asked.set(type, { text, key })
  return key
}

function keyLike(text: string, type: NodeType): string | undefined {
  const words = wordsOf(text)
  const properties = Object.entries(propertiesOf(type.configSchema))
  const exact = properties.find(([key]) => wordsOf(key).join(' ') === words.join(' '))
  if (exact !== undefined) return exact[0]
  return properties.find(
    ([key, schema]) =>
      isObject(schema) && namesOfKey(key, schema).some((name) => wordsOf(name).join(' ') === words.join(' ')),
  )?.[0]
}
