/** The triggers of a workflow: its webhook and schedule nodes, and its publication as a tool. */
import type { Catalogue } from '../catalogue.ts'
import { issuesOf } from '../check.ts'
import { isObject } from '../json.ts'
import type { Schema } from '../schema.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import { enabledNodes } from './disabled.ts'
import { type Publishable, publishedTool, type ToolTrigger } from './published-tool.ts'
import { configOf, nodeTypeIdOf, type WorkflowNode } from './workflow.ts'

/** A URL that starts the workflow, without its secret. */
export interface WebhookTrigger {
  readonly kind: 'webhook'
  readonly nodeId: string
  readonly path: string
  readonly method: string
  readonly auth: string
  /** The credential with the secret; absent if the node has the secret itself. */
  readonly credential?: string
  readonly respond: string
}

/** Times at which the workflow starts. */
export interface ScheduleTrigger {
  readonly kind: 'schedule'
  readonly nodeId: string
  readonly cron: string
  readonly timezone: string
  readonly overlap: string
  readonly enabled: boolean
}

export type Trigger = WebhookTrigger | ScheduleTrigger | ToolTrigger

/** The types of trigger nodes. */
export const WEBHOOK_TYPE = 'webhook_trigger'
export const SCHEDULE_TYPE = 'schedule_trigger'
/** Starts when another workflow fails that names this one; it has no settings of its own. */
export const ERROR_TRIGGER_TYPE = 'error_trigger'

type Config = Readonly<Record<string, unknown>>

const READERS: Readonly<Record<string, ((nodeId: string, config: Config) => Trigger) | undefined>> = {
  [WEBHOOK_TYPE]: (nodeId, { path, method, auth, credential, respond }) => ({
    kind: 'webhook',
    nodeId,
    // A trailing slash does not make a difference.
    path: withoutTrailingSlashes(String(path)),
    method: String(method ?? 'POST'),
    auth: String(auth ?? 'none'),
    ...(typeof credential === 'string' && { credential }),
    respond: String(respond ?? 'accepted'),
  }),
  [SCHEDULE_TYPE]: (nodeId, { cron, timezone, overlap, enabled }) => ({
    kind: 'schedule',
    nodeId,
    cron: String(cron).trim(),
    timezone: String(timezone ?? 'UTC'),
    overlap: String(overlap ?? 'skip'),
    enabled: enabled !== false,
  }),
}

/** Whether a node starts workflows if its settings are valid. */
export function isTrigger(node: WorkflowNode): boolean {
  return Object.hasOwn(READERS, nodeTypeIdOf(node))
}

/**
 * The triggers of a workflow, in document order, the tool last. A node that is disabled, or has missing or invalid
 * settings, starts nothing: drafts are saved unchanged, and validation reports their problems.
 */
export function triggersIn(workflow: Publishable, catalogue: Catalogue): readonly Trigger[] {
  const tool = publishedTool(workflow)
  return [...nodeTriggers(enabledNodes(workflow.nodes), catalogue), ...(tool === undefined ? [] : [tool])]
}

function nodeTriggers(nodes: readonly WorkflowNode[], catalogue: Catalogue): readonly Trigger[] {
  return nodes.flatMap((node) => {
    const typeId = nodeTypeIdOf(node)
    const read = Object.hasOwn(READERS, typeId) ? READERS[typeId] : undefined
    const schema = catalogue.types.get(typeId)?.configSchema
    if (read === undefined || schema === undefined) return []
    const config = givenConfig(node)
    return fits(schema, config) ? [read(node.id, config)] : []
  })
}

/** A form sends an empty text for a blank field, which counts as not given. */
function givenConfig(node: WorkflowNode): Config {
  return Object.fromEntries(Object.entries(configOf(node)).filter(([, value]) => value !== '' && value !== undefined))
}

function fits(schema: Config, config: Config): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  if (required.some((key) => config[key] === undefined)) return false
  return Object.entries(properties).every(
    ([key, property]) => config[key] === undefined || issuesOf(property as Schema, config[key]).length === 0,
  )
}
