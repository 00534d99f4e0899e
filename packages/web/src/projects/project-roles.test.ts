import type { Project } from '@millrace/client'
import type { Role } from '@millrace/model'
import { expect, test } from 'vitest'
import { projectForNew } from './project-roles.ts'

const project = (id: string, role: Role | null): Project => ({
  ...{ id, role, name: id, createdAt: null },
  ...{ workflows: 0, credentials: 0, members: 0 },
})

test('something new is created in the chosen project, else in the default one, else in the first with the role', () => {
  const all = [project('default', 'editor'), project('sales', 'admin')]
  expect(projectForNew(all, 'sales', 'editor')).toBe('sales')
  expect(projectForNew(all, undefined, 'editor')).toBe('default')
  expect(projectForNew(all, undefined, 'admin')).toBe('sales')
  const member = [project('default', null), project('ops', 'viewer'), project('sales', 'editor')]
  expect(projectForNew(member, undefined, 'editor')).toBe('sales')
})

test('nothing new is created in a project without the role', () => {
  const member = [project('ops', 'viewer'), project('sales', 'editor')]
  expect(projectForNew(member, 'ops', 'editor')).toBeUndefined()
  expect(projectForNew(member, 'unknown', 'editor')).toBeUndefined()
  expect(projectForNew([project('ops', 'viewer')], undefined, 'editor')).toBeUndefined()
})
