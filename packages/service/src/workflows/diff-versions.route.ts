import { diffOf, nextTurn, VersionDiffQuery, type Workflow, WorkflowDiff, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope, jsonText } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams, versionIn } from './workflow-params.ts'

/** Up to this many characters, documents are compared on the main thread (about 10 ms). */
const MAX_CHARACTERS_HERE = 200_000
const DEADLINE_MS = 20_000

/** Returns the differences between two versions, in nodes and edges. */
export default defineRoute({
  operation: 'diffWorkflowVersions',
  method: 'GET',
  path: '/workflows/:id/versions/diff',
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'Compare two versions of a workflow',
  description: 'Added, removed and changed nodes and edges, with the path and both values of each change.',
  tags: ['Versions'],
  params: WorkflowParams,
  query: VersionDiffQuery,
  reply: envelope(WorkflowDiff, 'Versions compared'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    query: { from: '1', to: '2' },
    reply: {
      workflow: [{ path: '/name', from: 'Hello', to: 'Hello again' }],
      nodes: { added: [], removed: [], changed: [] },
      edges: { added: [], removed: [], changed: [] },
    },
  },

  async handle({ params, query, caller }, { workflows, workers }: PlatformServices & WorkflowServices) {
    const { id } = params
    const from = await workflows.version(id, versionIn(query.from))
    // Yield in between: parsing each large document takes about 20 ms.
    if (from.document.length > MAX_CHARACTERS_HERE) await nextTurn()
    const to = query.to === undefined ? await workflows.get(id) : await workflows.version(id, versionIn(query.to))
    if (from.document.length + to.document.length <= MAX_CHARACTERS_HERE) {
      return diffOf(JSON.parse(from.document) as Workflow, JSON.parse(to.document) as Workflow)
    }
    const task = { from: from.document, to: to.document }
    return jsonText(await workers.run('diff-versions', task, { deadlineMs: DEADLINE_MS, caller: caller.id }))
  },
})
