/**
 * Guards workflows that have stored secrets or ask people. A launch may change settings, and so redirect a secret or
 * skip an approval: only callers who may write workflows may do that. Everyone else fills inputs that were left open.
 * The same holds for the inputs that one workflow passes to another.
 */
import type { ExecutionRecord } from '@millrace/engine'
import { type Catalogue, credentialSettings, isObject, namesAt, Problem, type Secrets } from '@millrace/model'
import { type Caller, may } from '../platform/caller.ts'

type Plan = ExecutionRecord['plan']
type PlanNode = Plan['nodes'][number]
type Inputs = Readonly<Record<string, unknown>>

export interface Guarded {
  readonly plan: Plan
  /** The secrets stored with the workflow. */
  readonly secrets: Secrets
}

export interface LaunchValues {
  readonly inputs?: Inputs | undefined
  /** The trigger node that starts the execution; its inputs are the event. */
  readonly trigger?: string | undefined
}

export interface Asked extends LaunchValues {
  readonly by: Caller
  readonly isTest?: boolean | undefined
}

/**
 * Refuses a launch of a guarded workflow that changes its settings, or that uses pinned data (which stands in for
 * answers of people and for addresses), unless the caller may write workflows.
 */
export function refuseClosedLaunch(guarded: Guarded, asked: Asked, catalogue: Catalogue): void {
  refuseClosedTest(guarded, asked, catalogue)
  // The reason is found last: that takes longer, and most launches change no setting.
  const closed = may(asked.by, 'write') ? undefined : closedSettingIn(guarded, asked, catalogue)
  const why = closed && guardReason(guarded, catalogue)
  if (closed === undefined || why === undefined) return
  throw forbidden(`The workflow ${why}: changing the setting "${closed.key}" of "${closed.node}"`)
}

/** Refuses a test run of a guarded workflow unless the caller may write workflows. */
export function refuseClosedTest(guarded: Guarded, { isTest, by }: Asked, catalogue: Catalogue): void {
  const why = isTest !== true || may(by, 'write') ? undefined : guardReason(guarded, catalogue)
  if (why !== undefined) throw forbidden(`The workflow ${why}: a test run`)
}

export function forbidden(what: string): Problem {
  return new Problem('FORBIDDEN', { message: `${what} needs the permission "write".` })
}

/** The first setting in launch inputs that only writers may change. */
export function closedSettingIn(
  { plan, secrets }: Guarded,
  { inputs = {}, trigger }: LaunchValues,
  catalogue: Catalogue,
): { readonly node: string; readonly key: string } | undefined {
  for (const node of plan.nodes) {
    const given = Object.hasOwn(inputs, node.id) ? inputs[node.id] : undefined
    if (!isObject(given) || node.id === trigger || isForLaunches(node, catalogue)) continue
    const key = Object.keys(given).find((one) => isClosed(node, one, { catalogue, secrets }))
    if (key !== undefined) return { node: node.id, key }
  }
  return undefined
}

export const ASKS_PEOPLE = 'asks people'
const HAS_SECRETS = 'has stored secrets'
const USES_CREDENTIALS = 'uses stored credentials'

/** Why a plan is guarded; undefined if it is not. */
export function guardReason({ plan, secrets }: Guarded, catalogue: Catalogue): string | undefined {
  if (plan.nodes.some((node) => asks(node, catalogue))) return ASKS_PEOPLE
  if (usesCredentials(plan, catalogue)) return USES_CREDENTIALS
  return sendsSecrets({ plan, secrets }) ? HAS_SECRETS : undefined
}

function asks({ type, config }: PlanNode, catalogue: Catalogue): boolean {
  return catalogue.types.get(type)?.category === 'interrupts' || config.approveTools === true
}

/** Keys of models are sent only to their providers, and secrets of webhooks are never sent, so they need no guard. */
const UNGUARDED = ['model_provider', 'webhook']

export function usesCredentials({ nodes, tools }: Pick<Plan, 'nodes' | 'tools'>, catalogue: Catalogue): boolean {
  return [...nodes, ...tools].some((node) => usesCredential(node, catalogue))
}

function usesCredential({ type, config }: Pick<PlanNode, 'type' | 'config'>, catalogue: Catalogue): boolean {
  return credentialSettings(catalogue.types.get(type)).some(
    ({ key, types }) => !types.some((one) => UNGUARDED.includes(one)) && namesAt(config, key).length > 0,
  )
}

/** A trigger's secret is only compared with the caller's, never sent, so it needs no guard. */
function sendsSecrets({ plan, secrets }: Guarded): boolean {
  const kept = Object.keys(secrets)
  if (kept.length === 0) return false
  const triggers = new Set(plan.nodes.flatMap(({ id, trigger }) => (trigger === undefined ? [] : [id])))
  return kept.some((id) => !triggers.has(id))
}

/** Nodes meant to receive launch values: start nodes and input nodes. */
function isForLaunches({ type, trigger }: PlanNode, catalogue: Catalogue): boolean {
  return trigger !== undefined || catalogue.types.get(type)?.category === 'inputs'
}

/** True unless the key is an open input or a secret that replaces the stored one. */
function isClosed(node: PlanNode, key: string, { catalogue, secrets }: Rule): boolean {
  const { id, type, config, inputs } = node
  const schema = catalogue.types.get(type)?.configSchema
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const setting = Object.hasOwn(properties, key) ? properties[key] : undefined
  const port = inputs.find((input) => input.id === key)
  const hasOwnSecret = Object.hasOwn(secrets, id) || usesCredential(node, catalogue)
  // An open address on a node with a secret may be set only by writers.
  if (port?.dataType === 'url' && hasOwnSecret) return true
  if (setting === undefined) return false
  if (isObject(setting) && (setting.format === 'hidden' || setting.format === 'password')) return false
  const isSet = config[key] !== undefined && config[key] !== ''
  return port === undefined || isSet
}

interface Rule {
  readonly catalogue: Catalogue
  readonly secrets: Secrets
}
