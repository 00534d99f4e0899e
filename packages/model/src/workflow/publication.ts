/**
 * Saved, published, active. Without `publish: "manual"` in its config every save of a workflow is live at once. With it,
 * triggers and callers use the published version. `active: false` keeps triggers from starting the workflow.
 */
import { sameJson } from '../json.ts'
import { type Static, Type } from '../schema.ts'
import { STATE_FIELDS } from './state-fields.ts'
import type { Workflow } from './workflow.ts'

type Config = Workflow['config']

export function isManual(config: Config): boolean {
  return config?.publish === 'manual'
}

export function isActive(config: Config): boolean {
  return config?.active !== false
}

export const WorkflowState = Type.Object(
  { id: Type.String(), revision: Type.Integer(), ...STATE_FIELDS },
  { $id: 'WorkflowState' },
)
export type WorkflowState = Static<typeof WorkflowState>

/** The facts of a stored workflow that the state is derived from. */
export interface Publication {
  readonly revision: number
  readonly isManual: boolean
  readonly publishedRevision: number | null
  readonly isActive: boolean
  readonly hasTriggers: boolean
}

/** The live revision: the one that triggers and callers use. */
export function liveRevision({ isManual, publishedRevision, revision }: Omit<Publication, 'isActive' | 'hasTriggers'>) {
  return isManual ? publishedRevision : revision
}

/** A stored workflow without its document. */
export interface StoredState extends Publication {
  readonly project: string
}

export function stateFieldsOf(publication: StoredState): Omit<WorkflowState, 'id' | 'revision'> {
  const live = liveRevision(publication)
  return {
    published_revision: live,
    active: publication.isActive,
    has_triggers: publication.hasTriggers,
    has_unpublished_changes: live !== publication.revision,
    project: publication.project,
  }
}

const SWITCHES = new Set(['publish', 'active'])

/** Whether two versions differ in nothing but the switches `publish` and `active`: such a save needs no publishing. */
export function differsInSwitchesOnly(before: Workflow, after: Workflow): boolean {
  if (!sameJson(settingsOf(before.config), settingsOf(after.config))) return false
  return before.name === after.name && sameJson(before.edges, after.edges) && sameJson(before.nodes, after.nodes)
}

function settingsOf(config: Config): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config ?? {}).filter(([key]) => !SWITCHES.has(key)))
}

/** The config of a restored version with the switches of the current one: restoring changes the content only. */
export function withSwitchesOf(current: Config, restored: Config): Config {
  const switches = Object.entries(current ?? {}).filter(([key]) => SWITCHES.has(key))
  if (restored === undefined && switches.length === 0) return undefined
  return { ...settingsOf(restored), ...Object.fromEntries(switches) }
}
