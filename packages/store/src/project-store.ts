/** The database port of projects. */
import type { MemberKind, Role } from '@millrace/model'
import type { Page } from './page.ts'

export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A project in the list, with the number of things that belong to it. */
export interface ListedProject extends ProjectRow {
  readonly workflows: number
  readonly credentials: number
  readonly members: number
}

/** Identifies a member: the id of a person, or a group of the identity provider. */
export interface MemberKey {
  readonly project: string
  readonly kind: MemberKind
  readonly subject: string
}

export interface MemberRow extends MemberKey {
  readonly role: Role
  readonly addedAt: number
}

export interface ListedMember extends MemberRow {
  /** Name and e-mail address of a person; null for a group. */
  readonly name: string | null
  readonly email: string | null
}

/** Something whose project decides who may see it. */
export interface Owned {
  readonly kind: 'workflow' | 'execution' | 'session' | 'interrupt' | 'credential'
  /** Workflows and credentials also by name. */
  readonly id: string
}

export interface ProjectStore {
  /** False if the id is taken. */
  create(project: ProjectRow): Promise<boolean>
  /** The default project and those with one of these ids, or all: the default first, then by name. */
  list(query: {
    readonly ids?: readonly string[] | undefined
    readonly limit: number
    readonly offset: number
  }): Promise<Page<ListedProject>>
  get(id: string): Promise<ListedProject | undefined>
  /** False if there is no such project. */
  rename(id: string, name: string): Promise<boolean>
  /** Removes a project without workflows and credentials, with its members, tokens, budgets, values and vectors. */
  remove(id: string): Promise<'done' | 'missing' | 'full'>
  members(project: string, page: { readonly limit: number; readonly offset: number }): Promise<Page<ListedMember>>
  /** Adds a member or changes its role; false if there is no such project. */
  setMember(member: MemberRow): Promise<boolean>
  removeMember(key: MemberKey): Promise<boolean>
  /** The strongest role of a person in each project, by itself or by a group. */
  rolesOf(who: {
    readonly person?: string | undefined
    readonly groups: readonly string[]
  }): Promise<ReadonlyMap<string, Role>>
  /** The project of something; undefined if it does not exist. */
  projectOf(owned: Owned): Promise<string | undefined>
  /** Moves a workflow with its executions, sessions and questions; false if it does not exist. */
  moveWorkflow(id: string, project: string): Promise<boolean>
}
