/** The served port configuration: colors, and which ports can be connected, with the reason if not. */
import {
  COMPATIBILITY_RULES,
  type CompatibilityRule,
  DATA_TYPES,
  type DataType,
  DEFAULT_DATA_TYPE,
  type NodePort,
} from '@millrace/model'

export interface PortRules {
  readonly colorOf: (dataType: string) => string
  readonly nameOf: (dataType: string) => string
  readonly checkTypes: (from: string, to: string) => ConnectionResult
  /** Checks an output and an input. A branch fits by its trigger or by the value that it carries. */
  readonly checkPorts: (from: PortTypes, to: PortTypes) => ConnectionResult
  readonly dataTypes: readonly DataType[]
}

type PortTypes = Pick<NodePort, 'dataType' | 'carries'>

/** Why two ports cannot be connected; the texts are in i18n. */
export type Refusal =
  | { readonly code: 'itself' | 'noPort' | 'already' | 'cycle' }
  | { readonly code: 'types'; readonly from: string; readonly to: string }

export type ConnectionResult =
  | {
      readonly ok: true /** What happens to the value on the way, where something does. */
      readonly conversion?: string
    }
  | { readonly ok: false; readonly reason: Refusal }

export interface GivenPortConfig {
  readonly defaultDataType?: string
  readonly dataTypes?: readonly DataType[]
  readonly compatibilityRules?: readonly CompatibilityRule[]
}

/** Types that accept and emit any value without a conversion. */
const ANY_TYPES = new Set(['mixed', 'trigger'])

/** The rules of a port configuration, or the defaults of the model. */
export function portRulesOf(given: GivenPortConfig = {}): PortRules {
  const dataTypes = given.dataTypes ?? DATA_TYPES
  const byId = new Map<string, DataType>()
  for (const type of dataTypes) for (const id of [type.id, ...(type.aliases ?? [])]) byId.set(id, type)
  const fallback = byId.get(given.defaultDataType ?? DEFAULT_DATA_TYPE)
  const rules = new Map(
    (given.compatibilityRules ?? COMPATIBILITY_RULES).map((rule) => [`${rule.from}\n${rule.to}`, rule]),
  )
  const typeOf = (id: string) => byId.get(id) ?? fallback
  const nameOf = (id: string) => byId.get(id)?.name ?? id
  const checkTypes = (from: string, to: string): ConnectionResult => {
    if (from === to) return { ok: true }
    const rule = rules.get(`${byId.get(from)?.id ?? from}\n${byId.get(to)?.id ?? to}`)
    if (rule === undefined) return { ok: false, reason: { code: 'types', from: nameOf(from), to: nameOf(to) } }
    if (ANY_TYPES.has(from) || ANY_TYPES.has(to)) return { ok: true }
    return { ok: true, conversion: `${nameOf(from)} → ${nameOf(to)}: ${rule.description}` }
  }
  return {
    dataTypes,
    colorOf: (id) => typeOf(id)?.color ?? 'var(--fd-node-slate)',
    nameOf,
    checkTypes,
    checkPorts(from, to) {
      const result = checkTypes(from.dataType, to.dataType)
      return result.ok || from.carries === undefined ? result : checkTypes(from.carries, to.dataType)
    },
  }
}
