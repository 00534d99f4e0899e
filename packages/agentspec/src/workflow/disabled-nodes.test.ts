import { isDisabled, withDisabled } from '@millrace/model'
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
const workflow = {
  ...drawn,
  nodes: drawn.nodes.map((node) => (node.id === 'fetch' ? withDisabled(node, true) : node)),
}

describe('a disabled node', () => {
  test.each(['simple', 'official'] as const)('is exported to the %s dialect with a warning', (dialect) => {
    const made = toFlow(workflow, catalogue, { dialect })
    expect(made.errors).toBeUndefined()
    expect(made.warnings).toContainEqual('`fetch` is disabled, which is kept, but a flow runs the node')
  })

  test('is disabled again after an import', () => {
    const made = toFlow(workflow, catalogue, { dialect: 'official' })
    if (made.errors !== undefined) throw new Error(made.errors.join())
    const read = readAgentSpec(JSON.stringify(writeOfficial(made.flow)))
    if (read.errors !== undefined) throw new Error(read.errors.join())
    expect(
      toWorkflow(read, catalogue)
        .workflow.nodes.filter(isDisabled)
        .map(({ id }) => id),
    ).toEqual(['fetch'])
  })
})
