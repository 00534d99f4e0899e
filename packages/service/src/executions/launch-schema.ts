/** Checks launch inputs against the schema of the start node. */
import type { ExecutionRecord } from '@millrace/engine'
import {
  type ErrorDetail,
  isObject,
  issuesWithPatterns,
  NodeFailure,
  type PatternTests,
  Problem,
  pointer,
  type Schema,
  schemaProblems,
  UncheckablePattern,
} from '@millrace/model'

type Plan = ExecutionRecord['plan']
type PlannedNode = Plan['nodes'][number]
type Inputs = Readonly<Record<string, unknown>>

const RETRY_SECONDS = 5

/** Refuses inputs that do not match the schema of a start node; `patternTests` runs its patterns in the sandbox. */
export async function refuseMisfits(plan: Plan, inputs: Inputs, patternTests: PatternTests): Promise<void> {
  const details: ErrorDetail[] = []
  for (const node of plan.nodes) {
    if (node.type === 'start') details.push(...(await misfits(plan, node, inputs, patternTests)))
  }
  const first = details[0]
  if (first === undefined) return
  throw new Problem('VALIDATION_ERROR', { message: `The input "${first.path}" ${first.message}.`, details })
}

async function misfits(
  plan: Plan,
  node: PlannedNode,
  inputs: Inputs,
  patternTests: PatternTests,
): Promise<ErrorDetail[]> {
  const { id, config } = node
  const { schema } = config
  if (!isObject(schema)) return []
  refuseUnsupported(node, schema)
  const ids = new Set(plan.nodes.map((one) => one.id))
  const shared = Object.fromEntries(Object.entries(inputs).filter(([key]) => !ids.has(key)))
  const named = Object.hasOwn(inputs, id) ? inputs[id] : undefined
  const own: Inputs = isObject(named) ? named : {}
  const issues = await issuesWithPatterns(schema as Schema, { ...shared, ...own }, patternTests).catch(
    (error: unknown) => {
      throw problemOf(node, error)
    },
  )
  return issues.map(({ path, message }) => ({
    code: 'INVALID_INPUT',
    message,
    path: Object.hasOwn(own, path.split('/')[1] ?? '') ? `${pointer('/inputs', id)}${path}` : `/inputs${path}`,
  }))
}

/** Plans that were stored by earlier versions may have such a schema; newer ones are refused when they are compiled. */
function refuseUnsupported(node: PlannedNode, schema: Inputs): void {
  const [problem] = schemaProblems(schema)
  if (problem !== undefined) throw unusableSchema(node, `at "schema${problem.path}" ${problem.message}`)
}

function unusableSchema({ id }: PlannedNode, why: string, code = 'UNSUPPORTED_SCHEMA'): Problem {
  const message = `The inputs cannot be checked: the schema of the start node "${id}" ${why}.`
  return new Problem('VALIDATION_ERROR', { message, details: [{ code, message, path: id }] })
}

/** The problem for an error of a pattern test. */
function problemOf(node: PlannedNode, error: unknown): unknown {
  if (error instanceof UncheckablePattern) return unusableSchema(node, error.message)
  if (!(error instanceof NodeFailure)) return error
  if (error.code === 'SANDBOX_BUSY') {
    return new Problem('NOT_READY', { message: error.message, retryAfterSeconds: RETRY_SECONDS })
  }
  const why = `has patterns that failed: ${error.message.replace(/\.$/, '')}`
  return unusableSchema(node, why, error.code)
}
