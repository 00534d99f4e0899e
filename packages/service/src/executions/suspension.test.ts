/** Stopping the service does not cancel executions that it resumes later. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Client, edge, node } from './testing/client.ts'

const questions = async (client: Client) => {
  const { body } = await client.call<{ data: { status: string }[] }>('GET', '/interrupts')
  return body.data.map(({ status }) => status)
}

test('the child execution of an agent tool keeps running', async () => {
  const database = join(mkdtempSync(join(tmpdir(), 'millrace-suspension-')), 'service.db')
  const first = await Client.open('--database', database)
  const asker = await first.store({ nodes: [node('ask', 'confirmation', { message: 'Go on?' })], edges: [] })
  await first.start(
    await first.store({
      nodes: [
        node('in', 'text_input', { defaultValue: 'Go' }),
        node('agent', 'simple_agent', {
          ...{ provider: 'echo', model: 'echo' },
          script: [{ toolCalls: [{ name: 'helper', args: {} }] }, 'Done.'],
        }),
        node('helper', 'sub_workflow', { workflow: asker }),
      ],
      edges: [edge('in:text', 'agent:message'), edge('helper:tool', 'agent:tool')],
    }),
  )
  await first.until(async () => (await questions(first)).length === 1)
  await first[Symbol.asyncDispose]()
  await using second = await Client.open('--database', database)
  expect(await questions(second)).toEqual(['pending'])
})
