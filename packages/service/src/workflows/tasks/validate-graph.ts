import { problemsIn, type ValidationProblem, type Workflow } from '@millrace/model'
import { expressionNames, expressionProblem, templateProblem } from '@millrace/nodes'
import { catalogueFrom } from '../../catalogue/catalogue-text.ts'
import { cronProblem } from '../../platform/cron.ts'

export interface GraphToValidate {
  /** An object with `nodes` and `edges`, as JSON. */
  readonly graph: string
  readonly catalogue: string
  readonly maxNodes: number
}

/** Syntax checks of code and expressions in settings. */
export const LANGUAGES = { expressionProblem, expressionNames, templateProblem, scheduleProblem: cronProblem }

/** Limit of listed problems, which bounds the size of the reply. */
const MAX_PROBLEMS = 5_000

/** All problems of a workflow, as JSON. */
export function perform({ graph: text, catalogue, maxNodes }: GraphToValidate): string {
  const { nodes, edges }: Workflow = JSON.parse(text)
  const context = { catalogue: catalogueFrom(catalogue), languages: LANGUAGES, maxNodes }
  return JSON.stringify(firstOf(problemsIn({ nodes, edges }, context)))
}

/** Keeps errors before warnings if there are too many: they decide whether the workflow can run. */
function firstOf(problems: readonly ValidationProblem[]): readonly ValidationProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems
  const errors = problems.filter(({ severity }) => severity === 'error')
  return [...errors, ...problems.filter(({ severity }) => severity !== 'error')].slice(0, MAX_PROBLEMS)
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'validate-graph': typeof perform
  }
}
