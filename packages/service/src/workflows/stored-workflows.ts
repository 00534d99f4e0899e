/** Reads of stored workflows, by id or machine name. Each throws NOT_FOUND if there is no such workflow or version. */
import { isUuid, liveRevision, nextTurn, Problem } from '@millrace/model'
import type {
  Page,
  StoredWorkflow,
  TagQuery,
  WorkflowQuery,
  WorkflowState,
  WorkflowStore,
  WorkflowSummary,
  WorkflowTag,
  WorkflowVersion,
} from '@millrace/store'

/** A version to run: its document and its sealed secrets, and the name of the workflow. */
export type RunnableVersion = Pick<WorkflowVersion, 'workflowId' | 'versionId' | 'revision' | 'document' | 'secrets'> &
  Pick<StoredWorkflow, 'name' | 'project'>

/** Which version of a workflow to run: the newest, the published one, or a revision. */
export type WantedVersion = 'latest' | 'published' | number

interface PageQuery {
  readonly limit: number
  readonly offset: number
}

type VersionHead = Omit<WorkflowVersion, 'document' | 'secrets'>

export interface StoredWorkflows {
  get(idOrName: string): Promise<StoredWorkflow>
  /** Only the state, which is cheaper than the document. */
  current(idOrName: string): Promise<WorkflowState>
  /** A version to run. Throws NOT_PUBLISHED if the published one is wanted and there is none. */
  runnable(idOrName: string, which: WantedVersion): Promise<RunnableVersion>
  list(query: WorkflowQuery): Promise<Page<StoredWorkflow>>
  /** The same page without documents. */
  summaries(query: WorkflowQuery): Promise<Page<WorkflowSummary>>
  tags(query: TagQuery): Promise<Page<WorkflowTag>>
  versions(idOrName: string, page: PageQuery): Promise<Page<VersionHead>>
  /** One version, by its revision or its version id. */
  version(idOrName: string, which: number | string): Promise<WorkflowVersion>
}

/** Characters; reading a document of 15 MB takes about 30 ms. */
const LARGE_DOCUMENT = 2 ** 20

export function readsOf(store: WorkflowStore): StoredWorkflows {
  async function get(idOrName: string): Promise<StoredWorkflow> {
    const found = await store.get(keyOf(idOrName))
    if (found === undefined) throw missing(idOrName)
    // Reading a text this long took a turn of the event loop.
    if (found.document.length > LARGE_DOCUMENT) await nextTurn()
    return found
  }

  const current: StoredWorkflows['current'] = async (idOrName) => {
    const found = await store.current(keyOf(idOrName))
    if (found === undefined) throw missing(idOrName)
    return found
  }

  async function version(idOrName: string, which: number | string): Promise<WorkflowVersion> {
    const { id } = await current(idOrName)
    const found = await store.version(id, which)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `The workflow has no version ${which}.` })
    return found
  }

  async function runnable(idOrName: string, which: WantedVersion): Promise<RunnableVersion> {
    const { id: workflowId, ...newest } = await get(idOrName)
    const { name, project } = newest
    const wanted = which === 'latest' ? newest.revision : which === 'published' ? liveRevision(newest) : which
    if (wanted === newest.revision) return { ...newest, workflowId }
    if (wanted === null)
      throw new Problem('NOT_PUBLISHED', { message: `The workflow "${name}" has no published version.` })
    return { ...(await version(workflowId, wanted)), name, project }
  }

  return {
    get,
    current,
    version,
    runnable,
    list: (query) => store.list(query),
    summaries: (query) => store.summaries(query),
    tags: (query) => store.tags(query),
    versions: async (idOrName, page) => store.versions((await get(idOrName)).id, page),
  }
}

/** Ids are case-insensitive and stored in lower case. */
function keyOf(idOrName: string): string {
  return isUuid(idOrName) ? idOrName.toLowerCase() : idOrName
}

export function missing(idOrName: string): Problem {
  return new Problem('NOT_FOUND', { message: `There is no workflow "${idOrName}".` })
}
