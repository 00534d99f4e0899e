import { AgentSpecImportQuery, AnyObject, machineNameOf, newDocument, Workflow } from '@millrace/model'
import type { CatalogueServices } from '../catalogue/services.ts'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import { projectForNew } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleWorkflow } from '../workflows/example.ts'
import { printingFor, printWorkflow } from '../workflows/print-workflow.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { yamlBody } from '../workflows/yaml.ts'
import { missingCalls } from './called-documents.ts'
import { notValid, workflowFrom } from './conversion.ts'
import { exampleFlow } from './example.ts'

type ImportServices = PlatformServices & CatalogueServices & WorkflowServices & ProjectServices

const MAX_TOLD = 2000

/** Converts an Agent Spec flow or document to a workflow and optionally stores it. */
export default defineRoute({
  operation: 'importAgentSpec',
  method: 'POST',
  path: '/workflows/import/agentspec',
  access: 'write',
  scope: 'filtered',
  audit: 'workflow.imported',
  summary: 'Convert Agent Spec to a workflow',
  description:
    'Takes a flow, a document or an agent, in the simple or the official form, as JSON or YAML. Returns the workflow ' +
    'with a new UUID; it is stored only with `save=true`. A document that cannot be converted is 422 with ' +
    '`{valid, errors, warnings}` in addition to the usual error keys.',
  tags: ['Agent Spec'],
  query: AgentSpecImportQuery,
  takesDocument: true,
  body: AnyObject,
  yaml: yamlBody,
  reply: envelope(Workflow, 'Agent Spec converted'),
  alsoAnswers: {
    422: 'The document cannot be converted; the body is `{success, error, code, valid, errors, warnings}`.',
  },
  errors: ['ALREADY_EXISTS', 'NOT_FOUND'],
  example: { body: exampleFlow, reply: exampleWorkflow },

  async handle(
    { body, query, headers, caller, note },
    { workflows, projects, catalogue, workers, ids, clock }: ImportServices,
  ) {
    const project = projectForNew(caller, query.project, 'write')
    await projects.require(project)
    const made = await workflowFrom(body, { catalogue, workers, caller: caller.id })
    if (made.workflow === undefined) return notValid(made)
    const { workflow } = made
    const warnings = [...made.warnings, ...(await missingCalls(workflow.nodes, { workflows, project }))]
    const told =
      warnings.length === 0 ? {} : { message: `Agent Spec converted: ${warnings.join('; ')}`.slice(0, MAX_TOLD) }
    const fresh = { ...workflow, nodes: [...workflow.nodes], edges: [...workflow.edges] }
    const printing = printingFor({ headers, query })
    if (query.save) {
      const saved = await workflows.create(fresh, caller, { isImport: true, project, printing })
      return answer(saved.json, told)
    }
    note({ isNothing: true })
    const document = newDocument(fresh, {
      id: ids.uuid(),
      versionId: ids.uuid(),
      now: iso(clock.now()),
      savedBy: caller.name,
      machineName: machineNameOf(workflow.name),
    })
    return answer(await printWorkflow(document, catalogue, printing), told)
  },
})
