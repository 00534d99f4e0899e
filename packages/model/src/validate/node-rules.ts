/** Problems of a single node: its type, its config, its branches. */
import { issuesOf } from '../check.ts'
import { readExpressions } from '../expressions/expressions.ts'
import { isObject, pointer } from '../json.ts'
import { branchesOf, branchKey } from '../node-ports.ts'
import type { NodeType } from '../node-type.ts'
import type { Schema } from '../schema.ts'
import { schemaProblems } from '../schema-keywords.ts'
import { applies } from '../show-when.ts'
import { isPlaceholder } from '../workflow/secrets.ts'
import { SCHEDULE_TYPE } from '../workflow/triggers.ts'
import { configOf, nameOf, nodeTypeIdOf, short, type WorkflowNode } from '../workflow/workflow.ts'
import { placeholderProblems } from './placeholder-rules.ts'
import { plainBraceProblems } from './plain-braces.ts'
import { problem, type ValidationProblem } from './problem.ts'
import type { ResolvedNode } from './resolved-graph.ts'

/** Validates expressions and templates; returns the problem or undefined. Injected, because the parsers are libraries. */
export interface Languages {
  readonly expressionProblem: (text: string) => string | undefined
  readonly templateProblem: (text: string) => string | undefined
  /** The paths that an expression looks up in its input; undefined if that is not known. */
  readonly expressionNames?: (text: string) => readonly ExpressionName[] | undefined
  /** Validates the times of a schedule; the problem names the invalid setting. */
  readonly scheduleProblem?: (line: { readonly cron: string; readonly timezone: string }) => ScheduleProblem | undefined
}

/** A path that starts at the input of an expression, and where it starts in the text. */
export interface ExpressionName {
  readonly path: readonly string[]
  readonly position: number
}

export interface ScheduleProblem {
  readonly key: 'cron' | 'timezone'
  readonly message: string
}

/** Config keys that a node of any type may have. */
const RESERVED_KEYS = new Set([
  'instanceTitle',
  'instanceDescription',
  'instanceBadge',
  'nodeType',
  'dynamicInputs',
  'dynamicOutputs',
  'branches',
  'ports',
  'variant',
])

/** All problems of one node. */
export function* nodeProblems(resolved: ResolvedNode, languages: Languages): Iterable<ValidationProblem> {
  const { node, type } = resolved
  if (type === undefined) {
    yield unknownType(node, resolved.whyMissing)
    return
  }
  yield* configProblems(resolved, type)
  yield* plainBraceProblems(resolved, type)
  yield* languageProblems(resolved, type, languages)
  yield* scheduleProblems(resolved, languages)
  yield* branchProblems(resolved, type)
  yield* portNameProblems(resolved, type)
  yield* placeholderProblems(resolved)
}

/** `why`: why its type is missing, if the catalogue knows it. */
export function unknownType(node: WorkflowNode, why?: string): ValidationProblem {
  const id = nodeTypeIdOf(node)
  const place = { nodeId: node.id }
  if (id === '') return problem('noType', { node: nameOf(node) }, place)
  const values = { node: nameOf(node), type: short(id) }
  return why === undefined ? problem('unknownType', values, place) : problem('brokenType', { ...values, why }, place)
}

/** A setting that the type does not have, so nothing reads it. */
export function unknownSetting(node: WorkflowNode, key: string, type: NodeType): ValidationProblem | undefined {
  if (Object.hasOwn(propertiesOf(type), key) || RESERVED_KEYS.has(key)) return undefined
  if (type.inputs.some((port) => port.id === key)) return undefined
  const values = { node: nameOf(node), setting: short(key) }
  return problem('unknownSetting', values, { nodeId: node.id, path: `/${key}` })
}

type Properties = Record<string, Record<string, unknown>>

function propertiesOf(type: NodeType): Properties {
  return isObject(type.configSchema.properties) ? (type.configSchema.properties as Properties) : {}
}

/** A form sends an empty text for a blank field. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === ''
}

function* configProblems({ node, config, arriving }: ResolvedNode, known: NodeType): Iterable<ValidationProblem> {
  const expressions = readExpressions(node)
  const properties = propertiesOf(known)
  const required = (known.configSchema.required ?? []) as readonly string[]
  for (const key of required) {
    // A connected input of the same name provides the value.
    const isComputed = Object.hasOwn(expressions, key)
    const isGiven = isComputed || !isAbsent(config[key]) || properties[key]?.default !== undefined || arriving.has(key)
    if (isGiven || !applies(properties, key, config)) continue
    const setting = String(properties[key]?.title ?? key)
    yield problem('missingSetting', { node: nameOf(node), setting }, { nodeId: node.id, path: `/${key}` })
  }
  for (const key of Object.keys(config)) {
    const value = config[key]
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (schema === undefined) {
      const unknown = unknownSetting(node, key, known)
      if (unknown !== undefined) yield unknown
    } else if (!isAbsent(value) && !isPlaceholder(value)) {
      for (const issue of issuesOf(schema as Schema, value, `/${key}`)) {
        // The expression replaces the plain value, so only its own value has to fit.
        if (Object.hasOwn(expressions, issue.path.slice(1))) continue
        const values = { node: nameOf(node), setting: issue.path.slice(1), issue: issue.message }
        yield problem('badSetting', values, { nodeId: node.id, path: issue.path })
      }
      yield* heldSchemaProblems(node, key, known)
    }
  }
}

const NONE: readonly ValidationProblem[] = []

/** Values of `x-holds`. */
const HOLDS_SCHEMA = new Set<unknown>(['schema', 'value-schema'])

/** Keywords, in a setting that is a JSON Schema itself, that the checker does not support: data would pass unchecked. */
export function heldSchemaProblems(node: WorkflowNode, key: string, type: NodeType): readonly ValidationProblem[] {
  const properties = propertiesOf(type)
  const setting = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (setting === undefined || !HOLDS_SCHEMA.has(setting['x-holds'])) return NONE
  const value = configOf(node)[key]
  if (!isObject(value)) return NONE
  return schemaProblems(value).map(({ path, message }) => {
    const setting = `${key}${path}`
    const values = { node: nameOf(node), setting, issue: message }
    return problem('unsupportedSchema', values, { nodeId: node.id, path: `/${setting}` })
  })
}

interface LanguageFormat {
  readonly check: 'expressionProblem' | 'templateProblem'
  readonly problem: 'badExpression' | 'badTemplate'
}

const LANGUAGE_FORMATS: Record<string, LanguageFormat | undefined> = {
  expression: { check: 'expressionProblem', problem: 'badExpression' },
  template: { check: 'templateProblem', problem: 'badTemplate' },
}

function* languageProblems({ node, config }: ResolvedNode, type: NodeType, languages: Languages) {
  if (!hasLanguage(type)) return
  for (const { format, text, path } of languageFields(type.configSchema, config, '')) {
    const why = languages[format.check](text)
    if (why === undefined) continue
    const values = { node: nameOf(node), setting: path.slice(1), why }
    yield problem(format.problem, values, { nodeId: node.id, path })
  }
}

/** A well-formed line can still have a minute 99 or an unknown time zone; such a schedule would never run. */
function* scheduleProblems({ node, config }: ResolvedNode, languages: Languages): Iterable<ValidationProblem> {
  const { cron, timezone } = config
  if (nodeTypeIdOf(node) !== SCHEDULE_TYPE || typeof cron !== 'string' || isAbsent(cron.trim())) return
  const zone = typeof timezone === 'string' && timezone !== '' ? timezone : 'UTC'
  const wrong = languages.scheduleProblem?.({ cron: cron.trim(), timezone: zone })
  if (wrong === undefined) return
  const values = { node: nameOf(node), setting: wrong.key, why: wrong.message }
  yield problem('badSchedule', values, { nodeId: node.id, path: `/${wrong.key}` })
}

const withLanguage = new WeakMap<NodeType, boolean>()

/** Most types have no expression or template fields, so their nodes need not be searched. */
function hasLanguage(type: NodeType): boolean {
  const known = withLanguage.get(type)
  if (known !== undefined) return known
  const found = mentionsLanguage(type.configSchema)
  withLanguage.set(type, found)
  return found
}

function mentionsLanguage(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (LANGUAGE_FORMATS[String(schema.format)] !== undefined || mentionsLanguage(schema.items)) return true
  return isObject(schema.properties) && Object.values(schema.properties).some(mentionsLanguage)
}

interface LanguageField {
  readonly format: LanguageFormat
  readonly text: string
  readonly path: string
}

/** Every expression or template in a config, nested ones included. */
function* languageFields(schema: unknown, value: unknown, path: string): Iterable<LanguageField> {
  if (!isObject(schema)) return
  if (typeof value === 'string') {
    const format = LANGUAGE_FORMATS[String(schema.format)]
    if (format !== undefined && value !== '') yield { format, text: value, path }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* languageFields(schema.items, item, pointer(path, at))
  } else if (isObject(value) && isObject(schema.properties)) {
    for (const key in schema.properties) {
      if (Object.hasOwn(value, key)) yield* languageFields(schema.properties[key], value[key], pointer(path, key))
    }
  }
}

function* branchProblems({ node, config, leaving }: ResolvedNode, type: NodeType): Iterable<ValidationProblem> {
  const seen = new Set<string>()
  for (const [at, branch] of branchesOf(type, config).entries()) {
    const place = { nodeId: node.id, portId: branch.name, path: `/branches/${at}` }
    const values = { node: nameOf(node), branch: branch.name }
    const key = branchKey(branch.name)
    if (seen.has(key)) yield problem('duplicateBranch', values, place)
    seen.add(key)
    if (!leaving.has(branch.name)) yield problem('branchWithoutTarget', values, place)
  }
}

function* portNameProblems({ node, config }: ResolvedNode, type: NodeType): Iterable<ValidationProblem> {
  for (const [list, fixed] of [
    ['dynamicInputs', type.inputs],
    ['dynamicOutputs', type.outputs],
  ] as const) {
    const entries = config[list]
    if (!Array.isArray(entries)) continue
    const seen = new Set(fixed.map((port) => port.id))
    for (const [at, entry] of entries.entries()) {
      const name = isObject(entry) ? entry.name : undefined
      if (typeof name !== 'string') continue
      if (seen.has(name)) {
        const place = { nodeId: node.id, portId: name, path: `/${list}/${at}` }
        yield problem('duplicatePort', { node: nameOf(node), port: name }, place)
      }
      seen.add(name)
    }
  }
}
