/**
 * Projects and their members. A workflow, a credential, a keyed value and a collection of vectors belong to a project;
 * executions, sessions and questions to that of their workflow.
 */
import { DEFAULT_PROJECT, machineNameOf, type NewMember, type NewProject, Problem } from '@millrace/model'
import type { ListedMember, ListedProject, MemberKey, Page, Store } from '@millrace/store'
import { KeptReads } from '../platform/kept-reads.ts'
import type { Clock } from '../platform/ports.ts'
import type { ProjectDirectory } from '../platform/project-directory.ts'
import type { Auth } from './auth.ts'

interface PageQuery {
  readonly limit: number
  readonly offset: number
}

export interface Projects extends ProjectDirectory {
  list(query: PageQuery & { readonly ids?: readonly string[] | undefined }): Promise<Page<ListedProject>>
  /** Throws NOT_FOUND. */
  get(id: string): Promise<ListedProject>
  /** Throws ALREADY_EXISTS. */
  create(project: NewProject): Promise<ListedProject>
  rename(id: string, name: string): Promise<ListedProject>
  /** Throws PROJECT_NOT_EMPTY. */
  remove(id: string): Promise<void>
  members(id: string, page: PageQuery): Promise<Page<ListedMember>>
  setMember(id: string, member: NewMember): Promise<MemberKey>
  removeMember(key: MemberKey): Promise<void>
}

/** The project of a workflow that was deleted: nothing belongs to it. */
const NO_PROJECT = ''

export interface ProjectNeeds {
  readonly store: Pick<Store, 'projects' | 'people' | 'writeStamp'>
  readonly auth: Pick<Auth, 'membersChanged'>
  readonly clock: Clock
  /** Removes the files of a project that was deleted. */
  readonly removeFiles: (project: string) => Promise<void>
}

export function createProjects({ store, auth, clock, removeFiles }: ProjectNeeds): Projects {
  const known = new KeptReads<string>(store)

  async function get(id: string): Promise<ListedProject> {
    const found = await store.projects.get(id)
    if (found === undefined) throw missing(id)
    return found
  }

  /** The id of a person, who may be named by an e-mail address. */
  async function personOf(subject: string): Promise<string> {
    if ((await store.people.get(subject)) !== undefined) return subject
    const [found, other] = await store.people.byEmail(subject)
    if (found !== undefined && other === undefined) return found
    const message = other === undefined ? 'There is no such person.' : 'Several people have this e-mail address.'
    throw new Problem('NOT_FOUND', { message })
  }

  return {
    get,
    list: (query) => store.projects.list(query),
    async require(id) {
      if (id !== DEFAULT_PROJECT) await get(id)
    },

    async create({ name, id }) {
      const project = { id: id ?? idFrom(name), name: name.trim(), createdAt: clock.now() }
      const isFree = project.id !== DEFAULT_PROJECT && (await store.projects.create(project))
      if (!isFree) throw new Problem('ALREADY_EXISTS', { message: `There already is a project "${project.id}".` })
      return get(project.id)
    },

    async rename(id, name) {
      if (id === DEFAULT_PROJECT) throw fixed('The default project cannot be renamed.')
      if (!(await store.projects.rename(id, name.trim()))) throw missing(id)
      return get(id)
    },

    async remove(id) {
      if (id === DEFAULT_PROJECT) throw fixed('The default project cannot be deleted.')
      const result = await store.projects.remove(id)
      if (result === 'missing') throw missing(id)
      if (result === 'full') throw new Problem('PROJECT_NOT_EMPTY')
      auth.membersChanged()
      await removeFiles(id)
    },

    async members(id, page) {
      await get(id)
      return store.projects.members(id, page)
    },

    async setMember(project, { kind, subject: given, role }) {
      const subject = kind === 'person' ? await personOf(given) : given
      const member = { project, kind, subject, role, addedAt: clock.now() }
      if (!(await store.projects.setMember(member))) throw missing(project)
      auth.membersChanged()
      return { project, kind, subject }
    },

    async removeMember(key) {
      if (!(await store.projects.removeMember(key))) {
        throw new Problem('NOT_FOUND', { message: 'There is no such member.' })
      }
      auth.membersChanged()
    },

    projectOf: (owned) => store.projects.projectOf(owned),

    ofWorkflow(id) {
      if (id === '') return DEFAULT_PROJECT
      const read = async () => (await store.projects.projectOf({ kind: 'workflow', id })) ?? NO_PROJECT
      return known.get(id) ?? known.read(id, read)
    },

    async moveWorkflow(id, project) {
      await get(project)
      if (!(await store.projects.moveWorkflow(id, project))) throw new Problem('NOT_FOUND')
      // Ends the streams of members of the project that it leaves.
      auth.membersChanged()
    },
  }
}

/** Project ids have hyphens where machine names have underscores. */
function idFrom(name: string): string {
  return machineNameOf(name).replaceAll('_', '-').replace(/^-+/, '').slice(0, 60) || 'project'
}

function missing(id: string): Problem {
  return new Problem('NOT_FOUND', { message: `There is no project "${id}".` })
}

function fixed(message: string): Problem {
  return new Problem('VALIDATION_ERROR', { message })
}
