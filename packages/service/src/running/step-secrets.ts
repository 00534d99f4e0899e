/** Secrets on their way into a node, and kept from coming out of it. */
import type { ExecutionRecord, Task } from '@millrace/engine'
import { type Catalogue, isObject, joinSecrets, type Secrets } from '@millrace/model'
import type { Vault } from '../secrets.ts'

export interface ConfigWithSecrets {
  readonly config: Readonly<Record<string, unknown>>
  /** The secrets in it, longest first. */
  readonly secrets: readonly string[]
}

/** Shorter ones would turn up by chance in any text. */
const MIN_MASKED_LENGTH = 4
const MASK = '__secret__:****'

/** Opens the secrets of an execution when a node first needs one, and forgets them with it. */
export function secretsReader(vault: Vault, catalogue: Catalogue): (task: Task) => ConfigWithSecrets {
  const opened = new WeakMap<ExecutionRecord, Secrets>()
  return ({ record, node: at }) => {
    const node = record.plan.nodes[at]
    if (node === undefined) return { config: {}, secrets: [] }
    if (record.secrets === null) return { config: node.config, secrets: [] }
    const all = opened.get(record) ?? (JSON.parse(vault.open(record.secrets, record.id)) as Secrets)
    opened.set(record, all)
    const own = Object.hasOwn(all, node.id) ? Object.values(all[node.id] ?? {}) : []
    if (own.length === 0) return { config: node.config, secrets: [] }
    const [joined] = joinSecrets(
      [{ id: node.id, data: { config: node.config, metadata: { node_type_id: node.type } } }],
      catalogue,
      all,
    )
    return { config: joined?.data?.config ?? {}, secrets: own.sort((a, b) => b.length - a.length) }
  }
}

/** The value with every secret in any of its texts replaced. */
export function masked<T>(value: T, secrets: readonly string[]): T {
  const long = secrets.filter((secret) => secret.length >= MIN_MASKED_LENGTH)
  return long.length === 0 ? value : (hide(value, long) as T)
}

function hide(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    let text = value
    for (const secret of secrets) if (text.includes(secret)) text = text.replaceAll(secret, MASK)
    return text
  }
  if (Array.isArray(value)) return value.map((item) => hide(item, secrets))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [String(hide(key, secrets)), hide(inner, secrets)]),
  )
}
