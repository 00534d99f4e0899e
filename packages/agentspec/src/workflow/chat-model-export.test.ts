/** A chat model is exported as an LlmNode if that is sufficient, else as a tool. */
import { expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { officialProblems } from '../testing/official-rules.ts'
import { toFlow } from './to-flow.ts'

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } } }

function exported(config: Record<string, unknown>, lines: string) {
  const workflow = drawnWorkflow(
    {
      s: ['agentspec.start_node', { dynamicOutputs: [{ name: 'q', dataType: 'string' }, HISTORY] }],
      m: ['chat_model', { provider: 'openai', model: 'small', ...config }],
      e: ['agentspec.end_node', { dynamicInputs: [{ name: 'out', dataType: 'mixed' }] }],
    },
    `s:q -> m:message\n${lines}`,
  )
  const made = toFlow(workflow, catalogue, { dialect: 'official' })
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  expect(officialProblems(writeOfficial(made.flow))).toEqual([])
  return { node: made.flow.nodes.find(({ id }) => id === 'm'), warnings: made.warnings.join('\n') }
}

const HISTORY = { name: 'before', dataType: 'messages' }

test('a chat model without history and response schema is an LlmNode', () => {
  const { node, warnings } = exported({}, 'm:response -> e:out')
  expect(node?.kind).toBe('llm')
  expect(warnings).not.toContain('Only Millrace')
})

test.each([
  ['a history', {}, 's:before -> m:history\nm:response -> e:out'],
  ['a response schema', { responseSchema: SCHEMA }, 'm:response -> e:out'],
  ['counted tokens', {}, 'm:usage -> e:out'],
  ['a finish reason', {}, 'm:finish_reason -> e:out'],
])('a chat model with %s is a tool with all settings that needs Millrace', (_, config, lines) => {
  const { node, warnings } = exported(config, lines)
  expect(node).toMatchObject({ kind: 'tool', tool: { kind: 'server', name: 'chat_model' } })
  const settings = Object.fromEntries(
    (node?.inputs ?? []).filter((one) => 'default' in one).map((one) => [one.title, one.default]),
  )
  expect(settings).toMatchObject({ provider: 'openai', model: 'small', ...config })
  expect((node?.inputs ?? []).some(({ title }) => title === 'history')).toBe(lines.includes('history'))
  expect(warnings).toContain('Only Millrace can run `m` (chat_model)')
  expect(warnings).not.toMatch(/has no Agent Spec equivalent/)
})
