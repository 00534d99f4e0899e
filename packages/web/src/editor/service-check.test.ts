import type { ValidationProblem, WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { EMPTY_DOCUMENT } from './editor-document.ts'
import { withChecked } from './service-check.ts'

const node = (id: string) => ({ id, data: { label: id, config: {} } }) as unknown as WorkflowNode
const document = { ...EMPTY_DOCUMENT, nodes: [node('a'), node('b')] }
const found = (nodeId: string, code = 'BAD_EXPRESSION', severity = 'error') =>
  ({ code, severity, message: code, nodeId }) as ValidationProblem

test('merges duplicate problems and omits suggestions of the service', () => {
  const own = [found('a')]
  const checked = { document, problems: [found('a'), found('b'), found('b', 'HINT', 'suggestion')] }
  expect(withChecked(own, checked, document)).toEqual([found('a'), found('b')])
  expect(withChecked(own, { document, problems: [found('a')] }, document)).toBe(own)
  expect(withChecked(own, undefined, document)).toBe(own)
})

test('drops a problem when its node changes or is deleted, but not when it is moved', () => {
  const checked = { document, problems: [found('a'), found('b')] }
  const [a, b] = document.nodes
  if (a === undefined || b === undefined) throw new Error('no nodes')
  const moved = {
    ...document,
    nodes: [
      { ...a, position: { x: 5, y: 5 } },
      { ...b, data: { ...b.data } },
    ],
  }
  expect(withChecked([], checked, moved as typeof document)).toEqual([found('a')])
  expect(withChecked([], checked, { ...document, nodes: [b] })).toEqual([found('b')])
})

test('drops a problem of the whole workflow when its settings change', () => {
  const problem = { code: 'BAD_ERROR_WORKFLOW', severity: 'warning', message: 'x' } as ValidationProblem
  const checked = { document, problems: [problem] }
  expect(withChecked([], checked, { ...document, name: 'renamed' })).toEqual([problem])
  expect(withChecked([], checked, { ...document, config: { error_workflow: 'other' } })).toEqual([])
})
