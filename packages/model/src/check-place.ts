/** The position of the checker in a value, and the data that one check shares. */
import { isObject, pointer } from './json.ts'
import type { Schema } from './schema.ts'

/** One problem; `path` is a JSON pointer into the value. */
export interface Issue {
  readonly path: string
  readonly message: string
}

export const MAX_ISSUES = 100

/**
 * Whether a pattern matches a text, or why that is not known. Patterns of users may never end: callers that check with a
 * user's schema pass a function that looks up the results of a sandbox, or that limits the work.
 */
export type PatternCheck = (pattern: string, text: string) => boolean | string

/** The data that all positions of one check share. */
export interface Run {
  /** `$ref` points into it. */
  readonly root: Schema
  readonly matches: PatternCheck
  visit(schema: Schema, value: unknown, place: Place): void
  /** Issues by referenced schema and value, relative to the value. Without this cache, nested references multiply. */
  referenced: Map<unknown, Map<unknown, readonly Issue[]>> | undefined
}

/** The path is built only if there is an issue: most values are valid. */
export interface Place {
  readonly base: string
  readonly parent: Place | undefined
  readonly key: string | number
  readonly issues: Issue[]
  readonly depth: number
  readonly run: Run
}

export function addIssue(place: Place, message: string): void {
  if (place.issues.length < MAX_ISSUES) place.issues.push({ path: pathOf(place), message })
}

function pathOf(place: Place): string {
  return place.parent === undefined ? place.base : pointer(pathOf(place.parent), place.key)
}

/** The position of a key or an item. */
export function below(place: Place, key: string | number): Place {
  return { base: '', parent: place, key, issues: place.issues, depth: place.depth + 1, run: place.run }
}

/** A JSON Schema: an object, or `true` for anything and `false` for nothing. */
export function isSchema(part: unknown): part is Schema | boolean {
  return typeof part === 'boolean' || isObject(part)
}

/** Checks a value with a part of a schema; ignores a part that is not a schema. */
export function visitPart(part: unknown, value: unknown, place: Place): void {
  if (isObject(part)) place.run.visit(part, value, place)
  else if (part === false) addIssue(place, 'is not allowed here')
}

/** Checks the value at this position with another part of its schema. */
export function visitAlso(part: unknown, value: unknown, place: Place): void {
  visitPart(part, value, { ...place, depth: place.depth + 1 })
}

/** The issues of a value, with paths relative to it. */
export function issuesBelow(part: unknown, value: unknown, { depth, run }: Place): Issue[] {
  const issues: Issue[] = []
  visitPart(part, value, { base: '', parent: undefined, key: '', issues, depth: depth + 1, run })
  return issues
}

export function fitsPart(part: unknown, value: unknown, place: Place): boolean {
  if (part === true) return true
  return issuesBelow(part, value, place).length === 0
}

/** Adds issues that are relative to this position. */
export function addIssues(place: Place, issues: readonly Issue[]): void {
  if (issues.length === 0) return
  const base = pathOf(place)
  for (const { path, message } of issues) {
    if (place.issues.length < MAX_ISSUES) place.issues.push({ path: base + path, message })
  }
}
