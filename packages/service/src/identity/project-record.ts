import type { MemberRecord, ProjectRecord } from '@millrace/model'
import { DEFAULT_PROJECT } from '@millrace/model'
import type { ListedMember, ListedProject } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { iso } from '../platform/iso.ts'
import { roleIn } from '../platform/project-access.ts'

export const exampleProject: ProjectRecord = {
  id: 'sales',
  name: 'Sales',
  createdAt: '2026-01-01T12:00:00.000Z',
  role: 'admin',
  workflows: 3,
  credentials: 1,
  members: 2,
}

export const exampleMember: MemberRecord = {
  kind: 'group',
  subject: 'sales-team',
  role: 'editor',
  name: null,
  email: null,
  addedAt: '2026-01-01T12:00:00.000Z',
}

export function projectRecord(project: ListedProject, caller: Caller): ProjectRecord {
  const { id, name, workflows, credentials, members, createdAt } = project
  return {
    ...{ id, name, workflows, credentials, members },
    createdAt: id === DEFAULT_PROJECT ? null : iso(createdAt),
    role: roleIn(caller, id),
  }
}

export function memberRecord({ kind, subject, role, name, email, addedAt }: ListedMember): MemberRecord {
  return { kind, subject, role, name, email, addedAt: iso(addedAt) }
}
