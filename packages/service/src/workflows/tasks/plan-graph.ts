import { compile, type Plan, problemsIn, type ValidationProblem, type Workflow } from '@millrace/model'
import { catalogueFrom } from '../../catalogue/catalogue-text.ts'
import type { GraphToValidate } from './validate-graph.ts'
import { LANGUAGES } from './validate-graph.ts'

/** The plan, or the errors that prevent a run. */
export type PlannedGraph =
  | { readonly plan: Plan }
  | { readonly errors: readonly ValidationProblem[]; readonly plan?: undefined }

/** Validates and compiles a workflow; a `PlannedGraph` as JSON. */
export function perform({ graph: text, catalogue: types, maxNodes }: GraphToValidate): string {
  const { nodes, edges }: Workflow = JSON.parse(text)
  const catalogue = catalogueFrom(types)
  const problems = problemsIn({ nodes, edges }, { catalogue, languages: LANGUAGES, maxNodes })
  const errors = problems.filter(({ severity }) => severity === 'error').slice(0, MAX_ERRORS)
  const planned: PlannedGraph = errors.length > 0 ? { errors } : { plan: compile({ nodes, edges }, catalogue) }
  return JSON.stringify(planned)
}

/** More errors than an error reply lists. */
const MAX_ERRORS = 200

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'plan-graph': typeof perform
  }
}
