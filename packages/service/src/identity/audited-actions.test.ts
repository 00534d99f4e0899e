/** Every action of the registry is performed, by each way to do so, and must leave the right entry. */
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { ALL_ACTIONS } from './testing/audited/all-actions.ts'
import { World } from './testing/audited/audited-action.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world[Symbol.asyncDispose]())

const entriesOf = async (action: AuditAction): Promise<AuditEntry[]> =>
  (await world.send('GET', `/audit?action=${action}&limit=100`)).data

test('every action of the registry has a case, and so has every route that records one', async () => {
  expect(new Set(ALL_ACTIONS.map(({ action }) => action))).toEqual(new Set(AUDIT_ACTION_NAMES))
  const recording = (await loadRoutes()).flatMap(({ route: { operation, audit } }) => {
    if (typeof audit === 'string') return [`${audit} ${operation}`]
    return audit !== undefined && 'people' in audit ? [`${audit.people} ${operation}`] : []
  })
  const performed = new Set(ALL_ACTIONS.map(({ action, operation }) => `${action} ${operation}`))
  expect(recording.filter((one) => !performed.has(one))).toEqual([])
})

test.each(ALL_ACTIONS)('records $action of $operation with actor, subject and outcome', async ({ action, prepare }) => {
  const perform = await prepare(world)
  const before = new Set((await entriesOf(action)).map(({ id }) => id))
  const { actor, subject, details } = await perform()
  const added = (await entriesOf(action)).filter(({ id }) => !before.has(id))
  const byAdmin = { kind: 'token', id: expect.stringMatching(/./), name: 'admin token' }
  expect(added).toEqual([
    expect.objectContaining({
      action,
      outcome: 'done',
      actor: actor === undefined ? byAdmin : { id: expect.any(String), ...actor },
      subject: { type: AUDIT_ACTIONS[action], name: '', ...subject },
      ...(details && { details }),
    }),
  ])
})
