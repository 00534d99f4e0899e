import { expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'

test('every route that may change something declares what it records, or why nothing', async () => {
  const routes = await loadRoutes()
  const silent = routes.filter(({ route: { method, audit } }) => method !== 'GET' && audit === undefined)
  expect(silent.map(({ file }) => file)).toEqual([])
  const reasons = routes.flatMap(({ route: { audit } }) =>
    typeof audit === 'object' && 'none' in audit ? [audit.none] : [],
  )
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{10,}\.$/)
})
