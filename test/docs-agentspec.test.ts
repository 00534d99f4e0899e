/** docs/reference/agentspec-mapping.md: its table of kinds is that of the code, its addresses and metadata keys exist. What docs/how-to/agentspec.md shows is run. */

import { catalogueOf } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
import { NODES } from '../packages/agentspec/src/codec/shapes.ts'
import { SECRET_FIELDS } from '../packages/agentspec/src/workflow/node-secrets.ts'
import checkExport from '../packages/service/src/agentspec/check-export.route.ts'
import exportWorkflow from '../packages/service/src/agentspec/export-workflow.route.ts'
import importFlow from '../packages/service/src/agentspec/import-flow.route.ts'
import { asks, chain, clientOf, text, tool } from '../packages/service/src/agentspec/testing/flows.ts'
import { testService } from '../packages/service/src/testing/test-service.ts'
import { fencesRunBy } from './fences.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'
import { filesBelow, isTest } from './source-files.ts'

const page = readPage('docs/reference/agentspec-mapping.md')

describe('docs/reference/agentspec-mapping.md', () => {
  test('lists every kind of node with its names, its type and the native types that become one', async () => {
    const { types } = catalogueOf(await loadBuiltInNodes())
    const nativeOf = (component: string) =>
      [...types.values()]
        .filter(
          ({ id, extensions }) => !id.startsWith('agentspec.') && extensions['agentspec:component_type'] === component,
        )
        .map(({ id }) => id)
        .sort()
    const rows = NODES.map(({ official, simple }) => {
      expect(types.has(`agentspec.${simple}`)).toBe(true)
      return [official, simple, `agentspec.${simple}`, nativeOf(simple).join(' ') || '–']
    })
    expect(tableBelow(page, 'Kinds of nodes').map((row) => row.map(unquoted))).toEqual(rows)
  })

  test('names addresses that there are', () => {
    const block = /```text[^\n]*\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const named = block.split('\n').flatMap((line) => /^(\w+) +\/api\/v1(\S+)/.exec(line)?.slice(1).join(' ') ?? [])
    const routes = [checkExport, exportWorkflow, importFlow].flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => `${method} ${one.replace(/:(\w+)/g, '{$1}')}`),
    )
    expect(named).toHaveLength(3)
    for (const one of named) expect(routes).toContain(one)
  })

  test('names settings and metadata that the conversion writes', () => {
    const code = filesBelow('packages/agentspec/src/workflow', (path) => path.endsWith('.ts') && !isTest(path))
      .map(({ text }) => text)
      .join('\n')
    for (const [, key = ''] of page.matchAll(/`millrace:(\w+)`/g)) {
      const isWritten = code.includes(`\${EXTENSION_PREFIX}${key}`) || code.includes(`${key.toUpperCase()}_EXTENSION`)
      expect(isWritten, key).toBe(true)
    }
    for (const key of [...SECRET_FIELDS, 'flow_outputs', 'agentspec:flow', 'agentspec:component']) {
      expect(page).toContain(key)
      expect(code).toContain(key)
    }
  })
})

test('docs/how-to/agentspec.md shows the reply of a waiting flow and a working tool', async () => {
  const title = 'docs/how-to/agentspec.md shows the reply of a waiting flow and a working tool'
  const [waiting, shout] = fencesRunBy('docs/how-to/agentspec.md', title).map((shown) => JSON.parse(shown))
  await using service = await testService({})
  const client = clientOf(service)

  const flow = chain([asks('ask', 'How are you?', 'mood')], [], [text('mood')])
  const asking = await client.waiting(await client.start(flow, {}))
  const [{ interruptId, ...question }] = waiting.waiting_for
  expect(interruptId).toBe('…')
  expect(asking).toMatchObject({ ...waiting, waiting_for: [question] })

  expect((await client.call('POST', '/agentspec/tools', shout)).status).toBe(201)
  const { name, inputs, outputs } = shout
  const louder = await client.start(chain([tool('use', name, inputs, outputs)], inputs, outputs), { text: 'hello' })
  await client.over(louder)
  expect((await client.results(louder)).body).toEqual({ result: 'HELLO' })
})
