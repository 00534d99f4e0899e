/** Which workflow runs when another one fails: its own setting `config.error_workflow`, otherwise the default. */
import { DEFAULT_PROJECT, Problem } from '@millrace/model'
import type { KeyValueStore } from '@millrace/store'
import { missing, type StoredWorkflows } from '../workflows/stored-workflows.ts'

/** Longer than any namespace that a node may name, so that no workflow can read or change it. */
const NAMESPACE = 'millrace settings'.padEnd(101, '.')
const KEY = 'error_workflow'

/** The setting of each project. */
function keyOf(project: string): string {
  return project === DEFAULT_PROJECT ? KEY : `${KEY} ${project}`
}

export interface ErrorWorkflowSetting {
  /** The id of the default of a project; null if there is none. */
  get(project: string): Promise<string | null>
  /** By id or machine name, of a workflow of the project. */
  set(project: string, workflow: string | null): Promise<string | null>
  /** The id or name of the workflow that handles failures of this one; undefined if there is none. */
  of(workflowId: string): Promise<string | undefined>
}

export interface ErrorWorkflowSettingNeeds {
  readonly store: KeyValueStore
  readonly projectOf: (workflow: string) => string | Promise<string>
  readonly workflows: Pick<StoredWorkflows, 'current' | 'get' | 'runnable'>
}

export function errorWorkflowSetting({ store, workflows, projectOf }: ErrorWorkflowSettingNeeds): ErrorWorkflowSetting {
  async function get(project: string): Promise<string | null> {
    const stored = await store.get(NAMESPACE, keyOf(project))
    return typeof stored === 'string' ? stored : null
  }

  /** Undefined if it has none, false if it has opted out of the default. */
  async function own(workflowId: string): Promise<string | false | undefined> {
    if (workflowId === '') return undefined
    const version = await workflows.runnable(workflowId, 'published').catch(unlessUnpublished)
    const { document } = version ?? (await workflows.get(workflowId))
    const setting = (JSON.parse(document) as { config?: { error_workflow?: unknown } }).config?.error_workflow
    if (setting === false) return false
    return typeof setting === 'string' && setting !== '' ? setting : undefined
  }

  return {
    get,
    async set(project, workflow) {
      const found = workflow === null ? null : await workflows.current(workflow)
      if (found !== null && found.project !== project) throw missing(workflow ?? '')
      if (found === null) await store.delete(NAMESPACE, keyOf(project))
      else await store.set(NAMESPACE, keyOf(project), found.id)
      return found?.id ?? null
    },
    async of(workflowId) {
      const setting = await own(workflowId).catch(unlessMissing)
      if (setting === false) return undefined
      return setting ?? (await get(await projectOf(workflowId))) ?? undefined
    },
  }
}

function unlessUnpublished(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'NOT_PUBLISHED')) throw error
}

/** A deleted workflow has no setting. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
}
