import { catalogueOf, problemsIn } from '@millrace/model'
import { expressionProblem, loadBuiltInNodes, templateProblem } from '@millrace/nodes'
import { graphOf } from './graphs.ts'
import { median, ms, type Row } from './row.ts'

/** Validation of a 10,000-node workflow, compared with 1,000 nodes to check that it is linear. */
export async function bench(): Promise<Row[]> {
  const catalogue = catalogueOf(await loadBuiltInNodes())
  const rules = { catalogue, languages: { expressionProblem, templateProblem }, maxNodes: 10_000 }
  const timed = (size: number) => {
    const graph = graphOf(size)
    const times = Array.from({ length: 15 }, () => {
      const before = performance.now()
      const errors = problemsIn(graph, rules).filter((one) => one.severity === 'error')
      if (errors.length > 0) throw new Error(errors[0]?.message)
      return performance.now() - before
    })
    return median(times)
  }
  const small = timed(1_000)
  const large = timed(10_000)
  return [
    {
      work: 'validation of a 10,000-node workflow',
      measured: ms(large),
      limit: `ten times 1,000 nodes: ${ms(small * 10)}`,
      figure: large,
      goal: 'under 100 ms',
      met: large < 100,
    },
  ]
}
