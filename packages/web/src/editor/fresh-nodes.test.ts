import type { ValidationProblem } from '@millrace/model'
import { expect, test } from 'vitest'
import { withFreshNodes } from './fresh-nodes.ts'

const problem = (nodeId: string | undefined, severity: ValidationProblem['severity']) =>
  ({ code: 'MISSING_CONFIG', message: '', severity, nodeId }) as ValidationProblem

test('lists the problems of new nodes as suggestions and leaves the others', () => {
  const problems = [
    problem('new', 'error'),
    problem('new', 'warning'),
    problem('old', 'error'),
    problem(undefined, 'error'),
  ]
  const shown = withFreshNodes(problems, new Map([['new', {}]]))
  expect(shown.map(({ severity }) => severity)).toEqual(['suggestion', 'suggestion', 'error', 'error'])
  expect(withFreshNodes(problems, new Map())).toBe(problems)
})
