import { expect, test } from 'vitest'
import { callerIn, mayIn } from './may-in.ts'

test('the role in the service or in the project counts, whichever is stronger; without a project, any', () => {
  const projects = [
    { id: 'sales', role: 'viewer' },
    { id: 'support', role: 'editor' },
  ] as const
  const member = { role: null, permissions: ['read', 'run', 'write'] as const, projects: [...projects] }
  const caller = { ...member, permissions: [...member.permissions] }
  expect(['sales', 'support', 'other'].map((id) => mayIn(caller, id, 'write'))).toEqual([false, true, false])
  expect([mayIn(caller, 'sales', 'read'), mayIn(caller, undefined, 'write')]).toEqual([true, true])
  const operator = { ...caller, role: 'operator' as const }
  expect([
    mayIn(operator, 'other', 'run'),
    mayIn(operator, 'other', 'write'),
    mayIn(operator, 'support', 'write'),
  ]).toEqual([true, false, true])
})

test('a caller in a project has the permissions there, and without a project those in any', () => {
  const projects = [{ id: 'sales', role: 'operator' as const }]
  const permissions: ('read' | 'run' | 'write')[] = ['read', 'run', 'write']
  const caller = {
    ...{ id: 'p', name: 'Eve', role: null, via: 'session' as const },
    expiresAt: null,
    permissions,
    projects,
  }
  expect(callerIn(caller, 'sales').permissions).toEqual(['read', 'run'])
  expect(callerIn(caller, 'other').permissions).toEqual([])
  expect(callerIn(caller, undefined)).toBe(caller)
  expect(callerIn(undefined, 'sales')).toBeUndefined()
})
