/** Fills the secrets of an execution into the settings of a running node. */
import { configWith, type ExecutionRecord, type Task } from '@millrace/engine'
import { type Catalogue, isObject, isPlaceholder, joinSecrets, type PlanTool, type Secrets } from '@millrace/model'
import type { Vault } from '../../platform/secrets.ts'

export interface ConfigWithSecrets {
  readonly config: Readonly<Record<string, unknown>>
  /** The secrets in it, longest first. */
  readonly secrets: readonly string[]
}

/** The settings of a step's node, with the overrides of the launch and with secrets filled in. */
export type ConfigReader = (of: Configured, settings: Readonly<Record<string, unknown>>) => ConfigWithSecrets

/** A step's node, or a tool of it, with the values of its expressions. */
export type Configured = Pick<Task, 'settings'> &
  (Pick<Task, 'record' | 'node'> | { readonly record: ExecutionRecord; readonly tool: PlanTool })

/** Unseals the secrets of an execution when a node first needs one, and drops them with the execution. */
export function secretsReader(vault: Vault, catalogue: Catalogue): ConfigReader {
  const opened = new WeakMap<ExecutionRecord, Secrets>()
  const secretsOf = (record: ExecutionRecord): Secrets => {
    const known = opened.get(record)
    if (known !== undefined || record.secrets === null) return known ?? {}
    const all = JSON.parse(vault.open(record.secrets, record.id)) as Secrets
    opened.set(record, all)
    return all
  }
  return (of, settings) => {
    const { record } = of
    const node = 'tool' in of ? of.tool : record.plan.nodes[of.node]
    if (node === undefined) return { config: {}, secrets: [] }
    const own = configWith(node, of.settings)
    const isChanged = !isEmpty(settings)
    if (!isChanged && !hasPlaceholder(node)) return { config: own, secrets: NO_SECRETS }
    const given = isChanged ? { ...own, ...settings } : own
    // The usual webhook call: its method is a setting too, and nothing can be a secret.
    if (record.secrets === null && !mayChange(given)) return { config: given, secrets: NO_SECRETS }
    const all = secretsOf(record)
    // Remove a placeholder without a secret: no node must use it as a value.
    const [joined] = joinSecrets(
      [{ id: node.id, data: { config: given, metadata: { node_type_id: node.type } } }],
      catalogue,
      all,
    )
    const sealed = Object.hasOwn(all, node.id) ? (all[node.id] ?? {}) : {}
    // A setting that the launch changed gets only the secret sealed for it.
    const kept = Object.entries(sealed).filter(([path]) => !Object.hasOwn(settings, keysOf(path)[0] ?? ''))
    const config = kept.reduce<unknown>(
      (value, [path, secret]) => filled(value, keysOf(path), secret),
      joined?.data?.config,
    )
    return {
      config: isObject(config) ? config : {},
      secrets: Object.values(sealed).sort((a, b) => b.length - a.length),
    }
  }
}

/** The keys of a JSON pointer. */
function keysOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value with the placeholder at this path replaced by a secret; unchanged if there is none. */
function filled(value: unknown, [key, ...rest]: readonly string[], secret: string): unknown {
  if (key === undefined) return isPlaceholder(value) ? secret : value
  if (Array.isArray(value)) {
    const inner: unknown = value[Number(key)]
    const changed = filled(inner, rest, secret)
    return changed === inner ? value : value.with(Number(key), changed)
  }
  if (!isObject(value) || !Object.hasOwn(value, key)) return value
  const changed = filled(value[key], rest, secret)
  return changed === value[key] ? value : { ...value, [key]: changed }
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false
  return true
}

/** False if filling in secrets leaves these settings as they are: all are texts, and none is a placeholder. */
function mayChange(settings: Readonly<Record<string, unknown>>): boolean {
  for (const key in settings) {
    const value = settings[key]
    if (typeof value !== 'string' || isPlaceholder(value)) return true
  }
  return false
}

type PlanNode = PlanTool

const NO_SECRETS: readonly string[] = []

const placeholders = new WeakMap<PlanNode, boolean>()

/** Cached per node of a plan, since most nodes have no secrets and run often. */
function hasPlaceholder(node: PlanNode): boolean {
  const known = placeholders.get(node)
  if (known !== undefined) return known
  const found = holdsPlaceholder(node.config)
  placeholders.set(node, found)
  return found
}

function holdsPlaceholder(value: unknown): boolean {
  if (isPlaceholder(value)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsPlaceholder)
}
