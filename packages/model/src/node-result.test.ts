import { expect, test } from 'vitest'
import * as own from './node-result.ts'
import { isNodeFailure, NodeFailure } from './run.ts'

const QUESTION = { type: 'text', config: { message: 'Your name?' }, allowCancel: false } as const

const results = (model: typeof own) => [
  model.takeBranches(['yes'], { value: 1 }),
  model.endRun('failed', { message: 'No stock', code: 'NO_STOCK' }),
  model.sleepUntil(7, {}),
  model.runWorkflow('w', {}, true),
  model.continueLoop(false),
  model.ask(QUESTION),
]

test('recognises a special result by its tag, also one of another copy of the package', async () => {
  const copyOf = (file: string) => import(`${file}?another-copy`)
  const copy: typeof own = await copyOf('./node-result.ts')
  expect(copy.ask).not.toBe(own.ask)
  for (const result of [...results(own), ...results(copy)]) {
    expect(own.isSpecialResult(result)).toBe(true)
    expect(own.isResult(result, result.kind)).toBe(true)
  }
  expect(own.isResult(copy.ask(QUESTION), 'end_run')).toBe(false)
  expect(results(copy)).toStrictEqual(results(own))

  const { NodeFailure: OtherFailure }: { NodeFailure: typeof NodeFailure } = await copyOf('./run.ts')
  const failure = new OtherFailure('NO_STOCK', 'No stock')
  expect(failure).not.toBeInstanceOf(NodeFailure)
  expect([failure, new NodeFailure('X', 'x'), new Error('x'), { code: 'X' }].map(isNodeFailure)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('does not mistake outputs with any port names for a special result', () => {
  const outputs = [
    { kind: 'ask', question: QUESTION },
    { 'millrace.node-result': true, kind: 'end_run' },
    {},
    null,
    'ask',
  ]
  expect(outputs.filter(own.isSpecialResult)).toEqual([])
  // A copy that went through JSON is plain data.
  expect(own.isSpecialResult(JSON.parse(JSON.stringify(own.ask(QUESTION))))).toBe(false)
})
