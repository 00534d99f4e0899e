/**
 * Evaluates the expressions of a node and checks their values against the schemas of the settings. A stored secret of
 * the node is never sent to another host than its author chose.
 */
import type { ExecutionRecord } from '@millrace/engine'
import {
  boundedCheck,
  type Catalogue,
  expressionSetting,
  issuesOf,
  jsonSize,
  NodeFailure,
  type NodeType,
  type PlanExpression,
  type PlanTool,
  type Schema,
  settingKeys,
} from '@millrace/model'
import type { StepEffects } from '../../effects/create-effects.ts'
import { evaluateText } from '../../effects/language/evaluate-text.ts'
import { masked } from '../../platform/masking.ts'
import type { ConfigReader, Configured } from '../runner/step-secrets.ts'
import { refuseOtherOrigin } from './fixed-origin.ts'

type Values = Readonly<Record<string, unknown>>

export interface ResolverNeeds {
  readonly catalogue: Catalogue
  readonly configOf: ConfigReader
  readonly evaluateFor: StepEffects['evaluateFor']
}

export interface ResolveSettings {
  readonly record: ExecutionRecord
  readonly settings: readonly PlanExpression[]
  readonly scope: Values
  readonly signal: AbortSignal
}

/** Resolved settings are part of an event: larger data belongs on an input. */
const MAX_CHARACTERS = 2 ** 20

/** The values by setting; a promise if an expression runs in the sandbox. Throws, or rejects with, a `NodeFailure`. */
export function resolveSettings(
  needs: ResolverNeeds,
  of: Configured,
  { record, settings, scope, signal }: ResolveSettings,
): Values | Promise<Values> {
  const node = 'tool' in of ? of.tool : record.plan.nodes[of.node]
  if (node === undefined) return {}
  const { queueKey, startedBy } = record.about
  const share = { caller: queueKey ?? startedBy ?? '', workflow: record.workflowId }
  const evaluate = needs.evaluateFor({ share, signal })
  const values = settings.map(({ setting, parts }) => named(setting, () => evaluateText(parts, scope, evaluate)))
  const { secrets } = needs.configOf(of, {})
  const finish = (all: readonly unknown[]): Values => {
    const checked = settings.map((one, at) => {
      const value = fitting(node, one, { value: all[at], type: needs.catalogue.types.get(node.type) })
      if (secrets.length > 0) refuseOtherOrigin(node, one, { value, type: needs.catalogue.types.get(node.type) })
      return [one.setting, value] as const
    })
    const result = Object.fromEntries(checked)
    if (jsonSize(result, MAX_CHARACTERS) > MAX_CHARACTERS) {
      throw new NodeFailure('VALUE_TOO_LARGE', 'The values of the expressions are larger than 1 MiB together.')
    }
    return masked(result, secrets)
  }
  return values.some((value) => value instanceof Promise) ? Promise.all(values).then(finish) : finish(values)
}

/** Adds the name of the setting to the failure of an expression. */
function named(setting: string, evaluate: () => unknown): unknown {
  const rename = (error: unknown): never => {
    if (!(error instanceof NodeFailure)) throw error
    throw new NodeFailure(error.code, `Setting "${setting}": ${error.message}`)
  }
  try {
    const value = evaluate()
    return value instanceof Promise ? value.catch(rename) : value
  } catch (error) {
    return rename(error)
  }
}

export interface Evaluated {
  readonly value: unknown
  readonly type: NodeType | undefined
}

/** The value if the setting takes it, numbers and truth values as text if only that fits. */
function fitting(node: PlanTool, { setting }: PlanExpression, { value, type }: Evaluated): unknown {
  const found = type === undefined ? undefined : expressionSetting(type, setting, node.config)
  if (found === undefined || !found.ok) {
    throw new NodeFailure('BAD_SETTINGS', `The setting "${setting}" cannot be an expression.`)
  }
  const issue = issueOf(found.schema, value)
  if (issue === undefined) return value
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  if (text !== undefined && issueOf(found.schema, text) === undefined) return text
  const title = settingKeys(setting).join('.')
  throw new NodeFailure('BAD_SETTINGS', `The value of the expression in "${title}" ${issue}.`)
}

/** Patterns are tested on data here, so their time is limited. */
function issueOf(schema: Schema, value: unknown): string | undefined {
  return issuesOf(schema, value, '', boundedCheck())[0]?.message
}
