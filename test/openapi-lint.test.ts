/** A linter that many teams use finds nothing to complain about in the OpenAPI document. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { endpointsOf } from '../packages/service/src/http/load-routes.ts'
import { openApiOf } from '../packages/service/src/http/openapi.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'

/** A WebSocket answers with 101, so it has no response for success. */
const SOCKET = '#/paths/~1api~1v1~1agentspec~1executions~1{id}~1stream/get/responses'

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems
    .map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`)
    .filter((problem) => !problem.startsWith(`operation-2xx-response ${SOCKET}:`))
}

test('the OpenAPI document passes the recommended rules of a linter', async () => {
  const document = openApiOf(endpointsOf(await loadRoutes(), '/api/v1'))
  expect(await problemsOf(document)).toEqual([])
})

test('the linter reports a document that breaks its rules', async () => {
  const document = { openapi: '3.1.0', info: { title: 'Cats', version: '1' }, paths: { '/cats': { get: {} } } }
  expect((await problemsOf(document)).join('\n')).toContain('operation-operationId')
})
