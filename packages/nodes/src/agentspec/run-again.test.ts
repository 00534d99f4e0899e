/** An interrupted Agent Spec step that runs again with its notes. */
import type { HttpCall } from '@millrace/model'
import { expect, test } from 'vitest'
import { runExample } from '../testing/run-example.ts'
import api from '../types/agentspec.api-node.ts'

/** Runs the node with the notes of an earlier run; returns the notes afterwards and the number of calls. */
async function again(kept: Readonly<Record<string, unknown>>, method: string) {
  const notes = { ...kept }
  let calls = 0
  const http = async ({ url }: HttpCall) => ({ status: 200, headers: {}, url, body: String(++calls) })
  const config = { endpoint: 'https://api.example/', method, dynamicOutputs: [{ name: 'response', dataType: 'mixed' }] }
  const result = await Promise.resolve(runExample(api, { config }, { notes, effects: { http } })).catch(
    (error: unknown) => error,
  )
  return { result, notes, calls }
}

test('a repeated step reuses a noted result and fails for a call that may have been made', async () => {
  const first = await again({}, 'POST')
  expect(first).toMatchObject({ result: { response: 1 }, calls: 1 })
  expect(Object.keys(first.notes).sort()).toEqual(['1', '1!'])
  expect(await again(first.notes, 'POST')).toMatchObject({ result: { response: 1 }, calls: 0 })
  const { '1': _, ...cut } = first.notes
  expect(await again(cut, 'POST')).toMatchObject({ result: { code: 'INTERRUPTED_BY_CRASH' }, calls: 0 })
  expect(await again({}, 'GET')).toMatchObject({ result: { response: 1 }, notes: {}, calls: 1 })
})
