/** Prepares workflows to run: compiles them and unseals their secrets. */
import { keptValuesIn, Problem, sameJson, splitSecrets, type Workflow, type WorkflowNode } from '@millrace/model'
import type { StoredWorkflow } from '@millrace/store'
import { type Caller, may } from '../platform/caller.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { isWithin } from '../platform/project-access.ts'
import { documentOf } from '../workflows/document-of.ts'
import type { InsertDraftSecrets } from '../workflows/drafts.ts'
import type { EarlierSecrets } from '../workflows/earlier-secrets.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { usesCredentials } from './launch-guard.ts'
import { createStoredVersions, kanbanIn, type Prepared, type StoredVersionsNeeds } from './stored-versions.ts'

export type { Prepared }

export interface PreparerNeeds extends StoredVersionsNeeds {
  readonly workflows: Workflows
  readonly insertDraftSecrets: InsertDraftSecrets
  readonly earlierSecrets: EarlierSecrets
  readonly catalogue: ServedCatalogue
}

export interface UnsavedWorkflow {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly nodes: readonly WorkflowNode[]
  readonly edges: Workflow['edges']
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

export type Preparer = ReturnType<typeof createPreparer>

const NEEDS_WRITE = 'Running a changed workflow with its stored secrets needs the permission "write".'
const CREDENTIALS_NEED_WRITE = 'Running an unsaved workflow with stored credentials needs the permission "write".'

export function createPreparer(needs: PreparerNeeds) {
  const { workflows, sealer, insertDraftSecrets, earlierSecrets, plans, catalogue } = needs

  /** The nodes with the secrets of the caller's draft, and the stored secrets behind their placeholders. */
  async function withSecrets(given: readonly WorkflowNode[], stored: StoredWorkflow, by: Caller) {
    const { nodes } = await insertDraftSecrets(given, stored.id, by)
    const kept = {
      ...{ id: stored.id, revision: stored.revision, secrets: sealer.open(stored, stored.id) },
      nodes: async () => (await documentOf(stored)).nodes,
    }
    return { nodes, kept: await earlierSecrets(nodes, kept) }
  }

  return {
    stored: createStoredVersions(needs),

    /**
     * An unsaved workflow; its placeholders refer to the secrets of the stored workflow it came from. Needs write
     * access: a caller who can change the target of a secret can read it.
     */
    async unsaved({ id = '', name, nodes: given, edges, config }: UnsavedWorkflow, by: Caller): Promise<Prepared> {
      const found = id === '' ? undefined : await workflows.get(id).catch(unlessMissing)
      // Its secrets are not for a request about another project.
      const stored = found !== undefined && isWithin(by, found.project) ? found : undefined
      const { nodes, kept } = stored === undefined ? { nodes: given, kept: {} } : await withSecrets(given, stored, by)
      const split = splitSecrets(nodes, catalogue, kept)
      const hasKept = Object.keys(kept).length > 0
      const usesStoredSecrets = hasKept && !sameJson(split.secrets, splitSecrets(nodes, catalogue).secrets)
      if (usesStoredSecrets && !may(by, 'write')) throw new Problem('FORBIDDEN', { message: NEEDS_WRITE })
      const plan = await plans.of({ nodes: split.nodes, edges })
      // The author of a request with a credential decides what is done in its name.
      if (usesCredentials(plan, catalogue) && !may(by, 'write')) {
        throw new Problem('FORBIDDEN', { message: CREDENTIALS_NEED_WRITE })
      }
      const source = usesStoredSecrets ? 'changed' : 'unsaved'
      const workflowId = stored?.id ?? ''
      return {
        plan,
        secrets: split.secrets,
        workflowId,
        project: stored?.project,
        kanban: kanbanIn(config?.kanban),
        keepValues: keptValuesIn(config),
        source,
        name: name ?? stored?.name,
      }
    },
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
}
