/**
 * Reads components by their shapes, for both dialects. `Dialect` contains the differences: type and field names, ids,
 * and the meaning of a string in place of a component. Malformed values are reported, never thrown.
 */
import { isObject } from '@millrace/model'
import type { AnyComponent, Fields, NameRef, Property } from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import { AGENTS, CARRIED, type Field, LLM, type Shape, type Sort, shapeOf, TOOLS } from './shapes.ts'

export type DialectName = 'official' | 'simple'

/** The role of a component field. */
type Role = 'llm' | 'agent' | 'flow' | 'tool' | 'specialization'

export interface Dialect {
  readonly name: DialectName
  readonly notes: Notes
  /** The id of a component: explicit, or derived from its name. */
  idOf(raw: Fields, name: string): string
  /** Resolves a name in place of a component. */
  named(name: string, role: Role, where: string): AnyComponent | NameRef
  /** Reads a flow; each dialect has its own format. */
  flow(raw: Fields, where: string): AnyComponent
  /** Final dialect-specific adjustments of a component. */
  finish(fields: Record<string, unknown>, raw: Fields, shape: Shape | undefined): Record<string, unknown>
}

const BASE = ['component_type', 'id', 'name', 'description', 'metadata', 'agentspec_version', 'air_version']
const REFERENCES = ['$referenced_components', '$component_ref']

export interface Decoder {
  component(raw: Fields, role: string, where: string): AnyComponent
  /** Id, name, description, metadata, ports and unknown fields. */
  base(raw: Fields, known: readonly string[], where: string): Record<string, unknown>
  /** Valid properties; invalid ones are reported and dropped. */
  properties(list: unknown, where: string): Property[]
}

export function newDecoder(dialect: Dialect): Decoder {
  const decoder = new ComponentDecoder(dialect)
  return {
    component: (raw, role, where) => decoder.component(raw, role, where),
    base: (raw, known, where) => decoder.base(raw, known, where),
    properties: (list, where) => decoder.properties(list, where),
  }
}

class ComponentDecoder {
  readonly #dialect: Dialect
  readonly #done = new Map<Fields, AnyComponent>()
  readonly #typed = new Map<Fields, Fields>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  #nameOf(raw: Fields, where: string): string {
    if (typeof raw.name === 'string' && raw.name !== '') return raw.name
    if (typeof raw.id === 'string' && raw.id !== '') return raw.id
    this.#dialect.notes.error(`${where}: ${quoted('name')} is missing`)
    return where
  }

  base(raw: Fields, known: readonly string[], where: string): Record<string, unknown> {
    const name = this.#nameOf(raw, where)
    const fields: Record<string, unknown> = { id: this.#dialect.idOf(raw, name), name }
    if (typeof raw.description === 'string' || raw.description === null) fields.description = raw.description
    else if (raw.description !== undefined)
      this.#dialect.notes.error(`${where}: ${quoted('description')} must be a string`)
    if (isObject(raw.metadata) || raw.metadata === null) fields.metadata = raw.metadata
    else if (raw.metadata !== undefined) this.#dialect.notes.error(`${where}: ${quoted('metadata')} must be an object`)
    const own = this.#dialect.name === 'official' ? BASE : BASE.filter((key) => key !== 'id')
    const skipped = new Set([...own, ...REFERENCES, ...known])
    const extra = Object.entries(raw).filter(([key]) => !skipped.has(key))
    if (extra.length > 0) fields.extra = Object.fromEntries(extra)
    return fields
  }

  #portsOf(raw: Fields, shape: Shape | undefined, where: string): Record<string, unknown> {
    const ports: Record<string, unknown> = {}
    for (const side of ['inputs', 'outputs']) {
      const list = raw[side]
      if (list === undefined) continue
      ports[side] = list === null ? null : this.properties(list, `${where}: ${quoted(side)}`)
    }
    const branches = raw.branches
    if (shape?.has === 'ports' || branches === undefined) return ports
    // In the simple dialect the branches of a branching node are one of its own fields.
    if (shape?.kind === 'branching' && this.#dialect.name === 'simple') return ports
    if (branches === null || isTexts(branches)) ports.branches = branches
    else this.#dialect.notes.error(`${where}: ${quoted('branches')} must be a list of strings`)
    return ports
  }

  properties(list: unknown, where: string): Property[] {
    if (!Array.isArray(list)) {
      this.#dialect.notes.error(`${where} must be a list of properties`)
      return []
    }
    return list.flatMap((one) => {
      if (isObject(one) && typeof one.title === 'string' && one.title !== '') return [one as Property]
      this.#dialect.notes.error(`${where} has a property without a title`)
      return []
    })
  }

  component(raw: Fields, role: string, where: string): AnyComponent {
    const before = this.#done.get(raw)
    if (before !== undefined) return before
    const typeName = typeof raw.component_type === 'string' ? raw.component_type : ''
    const here = `${typeName || role} ${quoted(raw.name ?? raw.id ?? '')}`
    if (typeName === '') this.#dialect.notes.error(`${where}: ${quoted('component_type')} is missing`)
    const made =
      typeName === 'Flow' || typeName === 'flow'
        ? this.#dialect.flow(raw, here)
        : this.#shaped(raw, { typeName, here, role })
    this.#done.set(raw, made)
    return made
  }

  #shaped(raw: Fields, { typeName, here, role }: { typeName: string; here: string; role: string }): AnyComponent {
    // An unknown class of model configuration is still a model configuration.
    const shape = shapeOf(typeName, this.#dialect.name) ?? (role === 'llm' ? LLM : undefined)
    const known = [...portKeys(shape), ...wireNames(shape, this.#dialect.name)]
    const fields = {
      ...(shape === undefined ? { kind: 'unknown', componentType: typeName } : { kind: shape.kind }),
      ...(shape === LLM ? { componentType: typeName } : {}),
      ...this.base(raw, known, here),
      ...(shape === LLM ? {} : this.#portsOf(raw, shape, here)),
    } as Record<string, unknown>
    for (const field of shape?.fields ?? []) this.#readField(fields, raw, { field, where: here })
    return this.#dialect.finish(fields, raw, shape) as unknown as AnyComponent
  }

  #readField(into: Record<string, unknown>, raw: Fields, at: { field: Field; where: string }): void {
    const { field, where } = at
    const value = wireValue(raw, field, this.#dialect.name)
    if (value === undefined) {
      if (field.isRequired) into[field.key] = this.#empty(field, where)
      return
    }
    if (value === null && !field.isRequired) into[field.key] = null
    else
      into[field.key] = this.#readValue(value, field.sort, `${where}: ${quoted(wireName(field, this.#dialect.name))}`)
  }

  /** Missing components are reported by validation, so that a draft can still be drawn. */
  #empty({ sort, ...field }: Field, where: string): unknown {
    if (['llm', 'agent', 'flow', 'tool', 'specialization'].includes(sort)) return { kind: 'ref', name: '' }
    if (sort === 'flows' || sort === 'agents' || sort === 'agent pairs') return []
    if (this.#dialect.name === 'official' || !LENIENT_IN_SEED.has(field.key)) {
      this.#dialect.notes.error(`${where}: ${quoted(wireName({ sort, ...field }, this.#dialect.name))} is missing`)
    }
    return sort === 'text map' ? {} : ''
  }

  #readValue(value: unknown, sort: Sort, where: string): unknown {
    const check = CHECKS[sort]
    if (check !== undefined) {
      if (check.fits(value)) return value
      this.#dialect.notes.error(`${where} must be ${check.what}`)
      return check.instead
    }
    if (sort === 'flows')
      return this.#list(value, where).map((one, at) => this.#readOne(one, 'flow', `${where}[${at}]`))
    if (sort === 'agents')
      return this.#list(value, where).map((one, at) => this.#readOne(one, 'agent', `${where}[${at}]`))
    if (sort === 'tools')
      return this.#list(value, where).map((one, at) => this.#readOne(one, 'tool', `${where}[${at}]`))
    if (sort === 'agent pairs') {
      return this.#list(value, where).map((pair) =>
        this.#list(pair, where).map((one) => this.#readOne(one, 'agent', where)),
      )
    }
    return this.#readOne(value, sort as Role, where)
  }

  #list(value: unknown, where: string): unknown[] {
    if (Array.isArray(value)) return value
    this.#dialect.notes.error(`${where} must be a list`)
    return []
  }

  #readOne(value: unknown, role: Role, where: string): AnyComponent | NameRef {
    if (typeof value === 'string') return this.#dialect.named(value, role, where)
    if (isObject(value) && typeof value.$component_ref === 'string' && Object.keys(value).length === 1) {
      return this.#dialect.named(value.$component_ref, role, where)
    }
    if (!isObject(value)) {
      this.#dialect.notes.error(`${where} must be a component`)
      return { kind: 'ref', name: '' }
    }
    const made = this.component(this.#typedAs(value, role), role, where)
    if (isFit(made, role)) return made
    this.#dialect.notes.error(`${where} must be ${WANTED[role]}`)
    return { kind: 'ref', name: '' }
  }

  /**
   * In the simple dialect the field determines the component type. The same input object always returns the same
   * object.
   */
  #typedAs(value: Fields, role: Role): Fields {
    if (value.component_type !== undefined || this.#dialect.name === 'official') return value
    const made = this.#typed.get(value) ?? { ...value, component_type: this.#guessed(value, role) }
    this.#typed.set(value, made)
    return made
  }

  #guessed(value: Fields, role: Role): string {
    return role === 'llm'
      ? 'llm_config'
      : role === 'tool'
        ? 'endpoint' in value
          ? 'remote_tool'
          : 'server_tool'
        : role
  }
}

const WANTED: Readonly<Record<Role, string>> = {
  llm: 'a model configuration',
  agent: 'an agent',
  flow: 'a flow',
  tool: 'a tool',
  specialization: 'specialization parameters',
}

/** Whether a component matches its role. Nodes share their kinds with flows and agents. */
function isFit(one: AnyComponent | NameRef, role: Role): boolean {
  // A dialect may read a component as a reference.
  if (one.kind === 'ref') return true
  if (role === 'flow') return 'controlFlow' in one
  if (role === 'llm') return one.kind === 'llm_config'
  if (role === 'specialization') return one.kind === 'specialization'
  if (role === 'tool') return one.kind === 'unknown' || TOOLS.some(({ kind }) => kind === one.kind)
  const isNode = 'subflow' in one || (one.kind === 'agent' && 'agent' in one)
  return 'controlFlow' in one || one.kind === 'unknown' || (!isNode && AGENTS.some(({ kind }) => kind === one.kind))
}

/** Fields that clients of the simple dialect omit; `finish` fills them in. */
const LENIENT_IN_SEED = new Set(['promptTemplate', 'mapping', 'message', 'url'])

function portKeys(shape: Shape | undefined): string[] {
  if (shape === undefined) return ['inputs', 'outputs', 'branches']
  if (shape.has === 'nothing') return []
  return shape.has === 'ports' ? ['inputs', 'outputs'] : ['inputs', 'outputs', 'branches']
}

function wireNames(shape: Shape | undefined, dialect: DialectName): string[] {
  return (shape?.fields ?? []).flatMap((field) => {
    const names = dialect === 'official' ? [field.official] : [field.simple, field.official]
    return names.filter((name) => name !== null)
  })
}

export function wireName(field: Field, dialect: DialectName): string {
  return (dialect === 'official' ? field.official : field.simple) ?? field.official ?? field.simple ?? field.key
}

/** The value of a field: by its name, in the simple dialect also by the official one, or from the metadata. */
function wireValue(raw: Fields, field: Field, dialect: DialectName): unknown {
  const names = dialect === 'official' ? [field.official] : [field.simple, field.official]
  for (const name of names) if (name !== null && raw[name] !== undefined) return raw[name]
  const carried =
    dialect === 'official' ? field.official === null && field.simple : field.simple === null && field.official
  return carried && isObject(raw.metadata) ? raw.metadata[CARRIED + carried] : undefined
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

interface Check {
  fits(value: unknown): boolean
  readonly what: string
  /** Replacement for an invalid value, so that reading continues and reports further errors. */
  readonly instead: unknown
}

const CHECKS: Partial<Record<Sort, Check>> = {
  text: { fits: (value) => typeof value === 'string', what: 'a string', instead: '' },
  flag: { fits: (value) => typeof value === 'boolean', what: 'true or false', instead: false },
  any: { fits: () => true, what: '', instead: null },
  object: { fits: isObject, what: 'an object', instead: {} },
  texts: { fits: isTexts, what: 'a list of strings', instead: [] },
  'text map': {
    fits: (value) => isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
    what: 'an object of strings',
    instead: {},
  },
  'branch list': {
    fits: (value) => Array.isArray(value) && value.every((one) => isObject(one) && typeof one.name === 'string'),
    what: 'a list of branches with names',
    instead: [],
  },
}

/** The branch of a control edge. Absent and null both mean the only branch. */
export function branchIn(value: unknown, where: string, notes: Notes): { readonly fromBranch?: string | null } {
  if (value === undefined) return {}
  if (value === null || typeof value === 'string') return { fromBranch: value }
  notes.error(`${where}: ${quoted('from_branch')} must be a string`)
  return {}
}

/** Both dialects require the list, even if it is empty. */
export function hasControlFlow({ control_flow_connections: list }: Fields): boolean {
  return list !== undefined && list !== null
}
