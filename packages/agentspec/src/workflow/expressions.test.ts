import { readExpressions, setExpression } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const drawn = drawnWorkflow(
  { begin: 'start', fetch: ['http_request', { url: 'https://plain.example/' }], finish: 'end' },
  'begin -> fetch \n fetch -> finish',
)
const TEXT = 'https://api.example/{{ nodes.begin.inputs.id }}'
const workflow = {
  ...drawn,
  nodes: drawn.nodes.map((node) => (node.id === 'fetch' ? setExpression(node, 'url', TEXT) : node)),
}

describe('a setting that is an expression', () => {
  test.each(['simple', 'official'] as const)('is kept in the metadata of the %s dialect, with a warning', (dialect) => {
    const made = toFlow(workflow, catalogue, { dialect })
    expect(made.errors).toBeUndefined()
    expect(made.warnings).toContainEqual('`fetch`: the expression in `url` is kept, but a flow uses the plain value')
  })

  test('comes back with an import', () => {
    const made = toFlow(workflow, catalogue, { dialect: 'official' })
    if (made.errors !== undefined) throw new Error(made.errors.join())
    const read = readAgentSpec(JSON.stringify(writeOfficial(made.flow)))
    if (read.errors !== undefined) throw new Error(read.errors.join())
    const back = toWorkflow(read, catalogue).workflow
    const fetch = back.nodes.find(({ id }) => id === 'fetch')
    expect(fetch && readExpressions(fetch)).toEqual({ url: TEXT })
    expect(fetch?.data?.config?.url).toBe('https://plain.example/')
  })
})
