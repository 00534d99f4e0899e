/**
 * Secrets of a stored workflow go where whoever wrote it said, and nowhere else; and the people whom it asks are asked. A
 * launch may change settings, and so could change the address that a secret is sent to, or who has to approve; whoever
 * may not write workflows must not. They fill what was left open: inputs that nothing is set for. The same holds for what
 * one workflow hands to another, which may be anything that a model or a stranger wrote.
 */
import type { ExecutionRecord } from '@millrace/engine'
import { type Catalogue, isObject, Problem, type Secrets, sameJson } from '@millrace/model'
import { type Caller, may } from '../../auth/caller.ts'

type Plan = ExecutionRecord['plan']
type PlanNode = Plan['nodes'][number]
type Inputs = Readonly<Record<string, unknown>>

export interface Guarded {
  readonly plan: Plan
  /** Those that are kept for the workflow. */
  readonly secrets: Secrets
}

export interface Asked {
  readonly inputs?: Inputs | undefined
  readonly by: Caller
  /** The node whose trigger starts it: its values are the event. */
  readonly trigger?: string | undefined
}

/** Refuses a launch that changes settings of a workflow with secrets of somebody else, or with questions to people. */
export function refuseClosedSettings({ plan, secrets }: Guarded, asked: Asked, catalogue: Catalogue): void {
  const { inputs = {}, by, trigger } = asked
  const why = may(by, 'write') ? undefined : guard({ plan, secrets }, catalogue)
  if (why === undefined) return
  for (const node of plan.nodes) {
    const given = Object.hasOwn(inputs, node.id) ? inputs[node.id] : undefined
    if (!isObject(given) || node.id === trigger || isForLaunches(node, catalogue)) continue
    const closed = Object.keys(given).find((key) => isClosed(node, key, { catalogue, secrets }))
    if (closed === undefined) continue
    const message = `The workflow ${why}: changing the setting "${closed}" of "${node.id}" needs the permission "write".`
    throw new Problem('FORBIDDEN', { message })
  }
}

/**
 * Refuses results of an execution that was not of the same workflow: they would decide where its secrets go. And those
 * of one that asks people: what was approved once would be done again without asking.
 */
export function refuseForeignResults(
  { plan, secrets }: Guarded,
  { earlier, by }: { earlier: Pick<ExecutionRecord, 'plan'>; by: Caller },
  catalogue: Catalogue,
): void {
  const why = may(by, 'write') ? undefined : guard({ plan, secrets }, catalogue)
  if (why === undefined || (why === HAS_SECRETS && sameJson(earlier.plan, plan))) return
  throw new Problem('FORBIDDEN', {
    message: `The workflow ${why}: taking over results of an earlier execution needs the permission "write".`,
  })
}

const ASKS_PEOPLE = 'asks people'
const HAS_SECRETS = 'has stored secrets'

/** Why the settings of a plan are closed; undefined when they are not. */
function guard({ plan, secrets }: Guarded, catalogue: Catalogue): string | undefined {
  if (plan.nodes.some((node) => asks(node, catalogue))) return ASKS_PEOPLE
  return sendsSecrets({ plan, secrets }) ? HAS_SECRETS : undefined
}

function asks({ type, config }: PlanNode, catalogue: Catalogue): boolean {
  return catalogue.types.get(type)?.category === 'interrupts' || config.approveTools === true
}

/** The secret of a trigger is compared with what a caller brings, and sent to nobody. */
function sendsSecrets({ plan, secrets }: Guarded): boolean {
  const kept = Object.keys(secrets)
  if (kept.length === 0) return false
  const triggers = new Set(plan.nodes.flatMap(({ id, trigger }) => (trigger === undefined ? [] : [id])))
  return kept.some((id) => !triggers.has(id))
}

/** Nodes that are there to be given values: where a run begins, and what a person fills in. */
function isForLaunches({ type, trigger }: PlanNode, catalogue: Catalogue): boolean {
  return trigger !== undefined || catalogue.types.get(type)?.category === 'inputs'
}

/** A setting, unless it is the value of an input that was left open, or a secret that takes the place of the kept one. */
function isClosed({ id, type, config, inputs }: PlanNode, key: string, { catalogue, secrets }: Rule): boolean {
  const schema = catalogue.types.get(type)?.configSchema
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const setting = Object.hasOwn(properties, key) ? properties[key] : undefined
  const port = inputs.find((input) => input.id === key)
  const hasOwnSecret = Object.hasOwn(secrets, id)
  // An address that was left open on a node with a secret is open to those who wrote the secret.
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
