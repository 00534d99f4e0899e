import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../testing/test-service.ts'
import { exampleWorkflow } from './example.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function validate(payload: object) {
  const headers = service.as('viewer')
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/workflows/validate', headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

test('a sound workflow is valid, and the answer is the whole result', async () => {
  expect(await validate(exampleWorkflow)).toEqual({
    status: 200,
    body: {
      success: true,
      message: 'Workflow checked',
      data: {
        valid: true,
        errors: [],
        warnings: [],
        suggestions: ['Add a start: it says where the workflow begins and what it takes'],
        problems: [
          {
            code: 'ADD_START',
            severity: 'suggestion',
            message: 'Add a start: it says where the workflow begins and what it takes',
          },
        ],
      },
    },
  })
})

test('an invalid workflow is 200 too, with everything that is wrong', async () => {
  const [first, second] = exampleWorkflow.nodes
  const { status, body } = await validate({
    ...exampleWorkflow,
    nodes: [
      first,
      second,
      { id: 'x', type: 'made_up' },
      { id: 'j', data: { metadata: { id: 'json_transform' }, config: { expression: '((' } } },
    ],
    edges: [...exampleWorkflow.edges, { id: 'e2', source: 'nobody', target: 'x' }],
  })
  expect([status, body.data.valid]).toEqual([200, false])
  expect(
    body.data.problems
      .filter((one: { severity: string }) => one.severity === 'error')
      .map((one: { code: string }) => one.code),
  ).toEqual(['DANGLING_EDGE', 'UNKNOWN_NODE_TYPE', 'BAD_EXPRESSION', 'MISSING_INPUT'])
})

test('a body that is no whole workflow is refused', async () => {
  const { metadata: _, ...rest } = exampleWorkflow
  expect(await validate(rest)).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_ERROR', details: [{ path: '/metadata' }] },
  })
  expect((await validate({ ...exampleWorkflow, id: 'no-uuid' })).status).toBe(422)
  expect((await validate({ ...exampleWorkflow, name: 'x'.repeat(201) })).status).toBe(422)
})

test('validating saves nothing', async () => {
  await validate(exampleWorkflow)
  const answer = await service.app.inject({ method: 'GET', url: '/api/v1/workflows', headers: service.as('viewer') })
  expect(answer.json().data).toEqual([])
})
