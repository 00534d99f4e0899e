import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidNode, runExamples, runNode } from '@millrace/node-sdk/testing'
import wordCount from './word-count.ts'

test('every example has the outputs or the failure that it declares', () => runExamples(wordCount))

test('short words are left out', async () => {
  const { outputs, logs } = await runNode(wordCount, { config: { minLength: 3 }, inputs: { text: 'to be or not' } })
  assert.deepEqual(outputs, { words: 1, longest: 'not' })
  assert.deepEqual(logs, [{ level: 'info', message: 'Counted 1 words.' }])
})

test('a setting outside of its limits is refused', async () => {
  await assert.rejects(runNode(wordCount, { config: { minLength: 0 }, inputs: { text: 'a' } }), InvalidNode)
})
