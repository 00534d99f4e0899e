/**
 * The table of port data types and their compatibility. The port configuration, the editor, validation and the engine
 * all use it; a rule that changes a value includes its conversion.
 */
import { isObject } from '../json.ts'
import { LargeJson } from '../large-json.ts'

/** A data type in the reply of `GET /port-config`. */
export interface DataType {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly color: string
  readonly category: string
  readonly aliases?: readonly string[]
  readonly enabled: boolean
}

/** A compatibility rule in the reply of `GET /port-config`. */
export interface CompatibilityRule {
  readonly from: string
  readonly to: string
  readonly description: string
}

type Row = readonly [id: string, name: string, hue: string, category: string, description: string]

const ROWS: readonly Row[] = [
  ['trigger', 'Trigger', 'slate', 'basic', 'Order only: what runs after what. Carries no value.'],
  ['mixed', 'Mixed', 'slate', 'special', 'Any value.'],
  ['string', 'String', 'emerald', 'basic', 'A text.'],
  ['number', 'Number', 'blue', 'numeric', 'A number, whole or not.'],
  ['boolean', 'Boolean', 'purple', 'logical', 'True or false.'],
  ['array', 'Array', 'violet', 'collection', 'A list of anything.'],
  ['string[]', 'String array', 'emerald', 'collection', 'A list of texts.'],
  ['number[]', 'Number array', 'blue', 'collection', 'A list of numbers.'],
  ['boolean[]', 'Boolean array', 'purple', 'collection', 'A list of truth values.'],
  ['json[]', 'JSON array', 'orange', 'collection', 'A list of objects.'],
  ['file[]', 'File array', 'teal', 'collection', 'A list of files.'],
  ['image[]', 'Image array', 'pink', 'collection', 'A list of images.'],
  ['json', 'JSON', 'orange', 'complex', 'An object or any other JSON value.'],
  ['messages', 'Messages', 'orange', 'complex', 'A conversation: a list of role and content.'],
  ['file', 'File', 'teal', 'file', 'A file: name, media type and content or address.'],
  ['image', 'Image', 'pink', 'media', 'An image.'],
  ['audio', 'Audio', 'indigo', 'media', 'A sound recording.'],
  ['video', 'Video', 'fuchsia', 'media', 'A moving picture.'],
  ['tool', 'Tool', 'amber', 'special', 'Something an agent may call. Connects to nothing else.'],
  ['url', 'URL', 'cyan', 'special', 'A web address.'],
  ['email', 'Email', 'cyan', 'special', 'A mail address.'],
  ['date', 'Date', 'lime', 'temporal', 'A day: YYYY-MM-DD.'],
  ['datetime', 'DateTime', 'lime', 'temporal', 'A moment, ISO 8601.'],
  ['time', 'Time', 'lime', 'temporal', 'A time of day: HH:MM or HH:MM:SS.'],
]

export const DATA_TYPES: readonly DataType[] = ROWS.map(([id, name, hue, category, description]) => ({
  id,
  name,
  description,
  color: `var(--fd-node-${hue})`,
  category,
  enabled: true,
}))

/** The data type of a port without one. */
export const DEFAULT_DATA_TYPE = 'mixed'

/** Thrown by a conversion; the message is the reason. */
export class Unfit extends Error {}

type Conversion = (value: unknown) => unknown

interface Rule extends CompatibilityRule {
  /** Undefined if the value does not change. */
  readonly convert?: Conversion
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/
const MAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Unfit('is not a text')
  return value
}

function checked(isGood: (text: string) => boolean, what: string): Conversion {
  return (value) => {
    const trimmed = text(value).trim()
    if (!isGood(trimmed)) throw new Unfit(`is not ${what}`)
    return trimmed
  }
}

/** Whether the calendar has the day: JavaScript parses the 30th of February as the 2nd of March. */
function isDay(day: string): boolean {
  const at = DAY.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

function isMoment(moment: string): boolean {
  return isDay(moment) || (MOMENT.test(moment) && isDay(moment.slice(0, 10)) && !Number.isNaN(Date.parse(moment)))
}

const ITEM_CHECKS: Record<string, (item: unknown) => boolean> = {
  'string[]': (item) => typeof item === 'string',
  'number[]': (item) => typeof item === 'number',
  'boolean[]': (item) => typeof item === 'boolean',
  'json[]': (item) => typeof item === 'object',
  'file[]': (item) => isObject(item) || typeof item === 'string',
  'image[]': (item) => isObject(item) || typeof item === 'string',
}

function listOf(id: string): Conversion {
  return (value) => {
    if (!Array.isArray(value)) throw new Unfit('is not a list')
    const isGood = ITEM_CHECKS[id] ?? (() => true)
    const at = value.findIndex((item) => !isGood(item))
    if (at >= 0) throw new Unfit(`has an item that does not fit ${id} at position ${at}`)
    return value
  }
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const FROM_TEXT: Record<string, Conversion> = {
  url: checked((address) => URL.canParse(address), 'a web address'),
  email: checked((address) => MAIL.test(address), 'a mail address'),
  date: checked(isDay, 'a date (YYYY-MM-DD)'),
  datetime: checked(isMoment, 'a date and time (ISO 8601)'),
  time: checked((time) => CLOCK.test(time), 'a time of day (HH:MM)'),
}

function rule(from: string, to: string, description: string, convert?: Conversion): Rule {
  return convert ? { from, to, description, convert } : { from, to, description }
}

function allRules(): Rule[] {
  const ids = DATA_TYPES.map((type) => type.id)
  const carried = ids.filter((id) => id !== 'tool')
  const lists = ids.filter((id) => id.endsWith('[]'))
  return [
    ...carried
      .filter((id) => id !== 'mixed')
      .map((id) => rule(id, 'mixed', 'Any value may go where anything is taken.')),
    ...carried.filter((id) => id !== 'mixed').map((id) => rule('mixed', id, 'Checked when the value arrives.')),
    ...carried
      .filter((id) => id !== 'trigger' && id !== 'mixed')
      .map((id) => rule(id, 'trigger', 'The arrival counts, not the value.')),
    ...lists.map((id) => rule(id, 'array', 'A typed list is a list.')),
    ...lists.map((id) => rule('array', id, 'Every item is checked.', listOf(id))),
    rule('json', 'array', 'JSON that is a list.', listOf('array')),
    ...['json[]', 'string[]', 'number[]', 'boolean[]'].map((id) =>
      rule('json', id, 'JSON that is a list of this kind.', listOf(id)),
    ),
    rule('string[]', 'json[]', 'Each text becomes an object that has it as its text.', (value) =>
      (listOf('string[]')(value) as string[]).map((one) => ({ text: one })),
    ),
    rule('messages', 'array', 'A conversation is a list.'),
    rule('messages', 'json', 'A conversation is JSON.'),
    ...['number', 'boolean', 'json'].map((id) => rule(id, 'string', 'Written out as text.', printed)),
    ...['url', 'email', 'date', 'datetime', 'time'].map((id) => rule(id, 'string', 'Already a text.')),
    ...Object.entries(FROM_TEXT).map(([id, convert]) => rule('string', id, 'Checked and trimmed.', convert)),
    rule('date', 'datetime', 'Midnight UTC of that day.', (value) => {
      const day = text(value).trim()
      if (!isDay(day)) throw new Unfit('is not a date (YYYY-MM-DD)')
      return `${day}T00:00:00Z`
    }),
    ...['file', 'image'].map((id) => rule('url', id, 'The address of the content.', (value) => ({ url: text(value) }))),
  ]
}

const RULES = allRules()

/** The rules as they are served. Equal types always connect and need no rule. */
export const COMPATIBILITY_RULES: readonly CompatibilityRule[] = RULES.map(({ from, to, description }) => ({
  from,
  to,
  description,
}))

const KNOWN = new Set(DATA_TYPES.map((type) => type.id))
/** By source and target type. Nested instead of keyed by a joined text: every edge of every step looks its rule up. */
const BY_PAIR = new Map<string, Map<string, Rule>>()
for (const rule of RULES) {
  BY_PAIR.set(rule.from, (BY_PAIR.get(rule.from) ?? new Map<string, Rule>()).set(rule.to, rule))
}

function ruleFor(from: string, to: string): Rule | undefined {
  return BY_PAIR.get(from)?.get(to)
}

/** Whether a data type id is one of the table's. */
export function isDataType(id: string): boolean {
  return KNOWN.has(id)
}

/** Whether an output of type `from` may feed an input of type `to`. Not transitive. */
export function canConnect(from: string, to: string): boolean {
  return from === to ? KNOWN.has(from) : ruleFor(from, to) !== undefined
}

/** Converts a value to the target type. Throws `Unfit` if a rule exists but the value does not fit. */
export function convert(value: unknown, from: string, to: string): unknown {
  const rule = ruleFor(from, to)
  // Explicit null is a value of its own and passes every rule.
  return rule?.convert === undefined || value === null ? value : rule.convert(value)
}

/** Like `convert` for a value that may be JSON text: it stays text if the target type allows. */
export function convertKept(kept: unknown, from: string, to: string): unknown {
  if (!(kept instanceof LargeJson)) return convert(kept, from, to)
  if (!isConverted(from, to)) return kept
  if (!needsParsing(kept, from, to)) return to === 'string' ? kept.text : kept
  const { value } = kept
  const converted = convert(value, from, to)
  return converted === value ? kept : converted
}

/** Whether a JSON text must be parsed to be converted to the target type. */
export function needsParsing({ text }: LargeJson, from: string, to: string): boolean {
  if (!isConverted(from, to)) return false
  // A structure converted to a text is its JSON, and the first character shows whether a value is a list.
  return !(to === 'string' && !text.startsWith('"')) && !(to === 'array' && text.startsWith('['))
}

/** Whether values of type `from` are converted for a port of type `to`; false if the port gets them as they are. */
export function isConverted(from: string, to: string): boolean {
  return ruleFor(from, to)?.convert !== undefined
}

/** Types with several values: several sources on one port are merged into a list. */
export function isCollection(id: string): boolean {
  return id === 'array' || id === 'messages' || id.endsWith('[]')
}
