/** Settings of a whole workflow in its `config`. A value that is not understood is ignored, so it only gets a warning. */
import { isUuid } from '../brand.ts'
import { shown } from '../check-words.ts'
import { enabledNodes } from '../workflow/disabled.ts'
import { ERROR_TRIGGER_TYPE } from '../workflow/triggers.ts'
import { nodeTypeIdOf, type Workflow, type WorkflowNode } from '../workflow/workflow.ts'
import { problem, type ValidationProblem } from './problem.ts'

/** A document that may not be saved yet. */
export interface ConfiguredWorkflow {
  readonly id?: unknown
  readonly machineName?: unknown
  readonly config?: Workflow['config']
}

/** What is known of the error workflow that a workflow names, besides its own document. */
export interface ErrorWorkflowFacts {
  readonly isActive: boolean
  readonly isPublished: boolean
  readonly hasTrigger: boolean
}

/** Values that are not understood, and a workflow that names itself: what the document alone shows. */
export function configProblems(workflow: ConfiguredWorkflow): ValidationProblem[] {
  const { publish, active, error_workflow } = workflow.config ?? {}
  const isPublish = isUnset(publish) || publish === 'manual' || publish === 'automatic'
  const isActive = active == null || typeof active === 'boolean'
  const isErrorWorkflow = isUnset(error_workflow) || error_workflow === false || typeof error_workflow === 'string'
  return [
    ...(isPublish ? [] : [problem('badPublish', { value: shown(publish) })]),
    ...(isActive ? [] : [problem('badActive', { value: shown(active) })]),
    ...(isErrorWorkflow ? [] : [problem('badErrorWorkflow', { value: shown(error_workflow) })]),
    ...(namesItself(workflow) ? [problem('ownErrorWorkflow', {})] : []),
  ]
}

/** The other workflow that runs when this one fails, by id or machine name; undefined if it names none. */
export function errorWorkflowOf(workflow: ConfiguredWorkflow): string | undefined {
  const named = workflow.config?.error_workflow
  return typeof named === 'string' && named !== '' && !namesItself(workflow) ? named : undefined
}

/** Why the named error workflow would not run. Without facts the project has no such workflow. */
export function errorWorkflowProblems(named: string, facts: ErrorWorkflowFacts | undefined): ValidationProblem[] {
  const values = { name: named.slice(0, 100) }
  if (facts === undefined) return [problem('unknownErrorWorkflow', values)]
  if (!facts.isPublished) return [problem('unpublishedErrorWorkflow', values)]
  if (!facts.hasTrigger) return [problem('errorWorkflowWithoutTrigger', values)]
  return facts.isActive ? [] : [problem('inactiveErrorWorkflow', values)]
}

/** The node at which an error workflow starts. */
export function errorTriggerIn(nodes: readonly WorkflowNode[]): WorkflowNode | undefined {
  return enabledNodes(nodes).find((node) => nodeTypeIdOf(node) === ERROR_TRIGGER_TYPE)
}

function isUnset(value: unknown): boolean {
  return value == null || value === ''
}

function namesItself({ id, machineName, config }: ConfiguredWorkflow): boolean {
  const named = config?.error_workflow
  if (typeof named !== 'string' || named === '') return false
  return named === machineName || named === id || (isUuid(named) && named.toLowerCase() === id)
}
