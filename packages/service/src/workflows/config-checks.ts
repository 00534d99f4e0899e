/** Checks the settings of a whole workflow, and that the error workflow that it names would run. */
import {
  type ConfiguredWorkflow,
  configProblems,
  errorTriggerIn,
  errorWorkflowOf,
  errorWorkflowProblems,
  Problem,
  type ValidationProblem,
} from '@millrace/model'
import { documentOf } from './document-of.ts'
import type { StoredWorkflows } from './stored-workflows.ts'

export type ConfigChecks = (workflow: ConfiguredWorkflow, project: string) => Promise<ValidationProblem[]>

export function createConfigChecks(reads: Pick<StoredWorkflows, 'current' | 'runnable'>): ConfigChecks {
  async function factsOf(named: string, project: string) {
    const state = await reads.current(named)
    // A workflow of another project does not exist for this one.
    if (state.project !== project) return undefined
    const version = await reads.runnable(state.id, 'published').catch(without('NOT_PUBLISHED'))
    const hasTrigger = version !== undefined && errorTriggerIn((await documentOf(version)).nodes) !== undefined
    return { isActive: state.isActive, isPublished: version !== undefined, hasTrigger }
  }

  return async (workflow, project) => {
    const own = configProblems(workflow)
    const named = errorWorkflowOf(workflow)
    if (named === undefined) return own
    return [...own, ...errorWorkflowProblems(named, await factsOf(named, project).catch(without('NOT_FOUND')))]
  }
}

function without(code: 'NOT_FOUND' | 'NOT_PUBLISHED') {
  return (error: unknown): undefined => {
    if (!(error instanceof Problem && error.code === code)) throw error
  }
}
