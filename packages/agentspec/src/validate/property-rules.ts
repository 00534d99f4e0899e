/** Rules for properties: titles, defaults, and required declarations. */
import { isObject, longestTextFor, patternsIn, sameJson, schemaProblems } from '@millrace/model'
import { isGoodDefault } from '../casting.ts'
import type { Property } from '../components.ts'
import { quoted } from '../notes.ts'
import { textOf } from '../value-text.ts'
import type { RuleContext } from './rule-context.ts'

/** Characters that titles must not contain, at any depth. */
const FORBIDDEN = /[.,{}\s'"]/

export function isGoodTitle(title: string): boolean {
  return title !== '' && !FORBIDDEN.test(title)
}

/** Titles must be valid and unique, defaults must match. `where` is the component and the field. */
export function propertyRules(
  list: readonly Property[] | null | undefined,
  where: string,
  { notes }: Pick<RuleContext, 'notes'>,
): void {
  const seen = new Set<string>()
  for (const property of list ?? []) {
    if (seen.has(property.title)) notes.error(`${where}: two properties have the title ${quoted(property.title)}`)
    seen.add(property.title)
    for (const title of titlesIn(property)) {
      if (!isGoodTitle(title)) {
        notes.error(`${where}: title ${quoted(title)} must not contain whitespace or one of the characters . , { } ' "`)
      }
    }
    for (const { path, message } of schemaProblems(property)) {
      notes.error(`${where}: ${quoted(property.title)}${path === '' ? '' : ` at ${path}`} ${message}`)
    }
    for (const pattern of patternsIn(property).filter((one) => longestTextFor(one) === undefined)) {
      notes.warn(`${where}: ${quoted(property.title)} has the pattern ${quoted(pattern)}, which is not checked`)
    }
    if (property.default !== undefined && !isGoodDefault(property.default, property)) {
      notes.error(`${where}: the default of ${quoted(property.title)} does not match its type (${typeText(property)})`)
    }
    if (property.allOf !== undefined || property.oneOf !== undefined) {
      notes.warn(`${where}: ${quoted(property.title)} uses allOf or oneOf, which official tools cannot compare`)
    }
  }
}

function titlesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(titlesIn)
  if (!isObject(schema)) return []
  const inner = isObject(schema.properties) ? Object.values(schema.properties) : []
  return [
    ...(typeof schema.title === 'string' ? [schema.title] : []),
    ...[schema.items, schema.additionalProperties, schema.anyOf, ...inner].flatMap(titlesIn),
  ]
}

/** A type for messages. */
export function typeText(schema: unknown): string {
  if (!isObject(schema)) return 'any'
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeText).join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map(textOf).join(' or ')
  if (schema.type === 'array') return schema.items === undefined ? 'array' : `array of ${typeText(schema.items)}`
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** Declared properties must have the titles that follow from the component; their types may be more specific. */
export function sameTitles(
  declared: readonly Property[],
  inferred: readonly Property[],
  where: string,
  { notes }: RuleContext,
): void {
  const [has, wants] = [new Set(declared.map((one) => one.title)), new Set(inferred.map((one) => one.title))]
  for (const title of wants) if (!has.has(title)) notes.error(`${where}: property ${quoted(title)} is missing`)
  for (const title of has) if (!wants.has(title)) notes.error(`${where}: property ${quoted(title)} is not expected`)
}

/** Whether two lists contain the same properties in any order. */
export function sameProperties(a: readonly Property[], b: readonly Property[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => sameJson(one, other)))
}
