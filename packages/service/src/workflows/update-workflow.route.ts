import { TypesQuery, Workflow, WorkflowChange, WorkflowParams } from '@millrace/model'
import { defineRoute, envelopeWithWarnings } from '../http/define-route.ts'
import { exampleWorkflow } from './example.ts'
import { expectedRevision } from './if-match.ts'
import { replying, savedAnswer } from './saved-answer.ts'
import type { WorkflowServices } from './services.ts'
import { exampleParams } from './workflow-params.ts'
import { yamlBody } from './yaml.ts'

/** Updates the fields in the body and keeps the others. */
export default defineRoute({
  operation: 'updateWorkflow',
  method: 'PUT',
  path: '/workflows/:id',
  access: 'write',
  scope: { workflow: 'id' },
  audit: 'workflow.changed',
  summary: 'Change a workflow',
  description:
    'Only the fields in the body change. With `If-Match` or a top-level `revision` a save that would overwrite ' +
    "another user's save is rejected; without either it wins. Every save is kept as a version. A hidden setting that a node leaves " +
    'out keeps its stored value, so that an export can be sent back; `null` deletes it. The message reports how many were ' +
    'kept or removed.',
  tags: ['Workflows'],
  params: WorkflowParams,
  query: TypesQuery,
  takesDocument: true,
  body: WorkflowChange,
  yaml: yamlBody,
  reply: envelopeWithWarnings(Workflow, 'Workflow saved'),
  errors: ['NOT_FOUND', 'STALE_VERSION'],
  example: { params: exampleParams, body: { name: 'Hello', revision: 1 }, reply: exampleWorkflow },

  knownParts: ({ id }, { workflows }: WorkflowServices) => workflows.knownParts(id),

  async handle({ params, body, headers, query, caller, prepare }, { workflows }: WorkflowServices) {
    const expected = expectedRevision(headers['if-match'], body.revision)
    const saved = await workflows.update(params.id, body, {
      expected,
      by: caller,
      ...replying({ headers, query, prepare }, 'Workflow saved'),
    })
    return savedAnswer(saved, 'Workflow saved')
  },
})
