import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { createConfigChecks } from './config-checks.ts'
import { createCredentialChecks } from './credential-checks.ts'
import { createDrafts, draftSecrets, type InsertDraftSecrets } from './drafts.ts'
import { type EarlierSecrets, earlierSecrets } from './earlier-secrets.ts'
import { EncodedWorkflows } from './encoded-workflows.ts'
import { createGraphChecks } from './graph-checks.ts'
import { Overviews } from './overviews.ts'
import { createPlans, type Plans } from './plans.ts'
import { createPublishing } from './publishing.ts'
import { createSealer, type SealedSave, type Sealer } from './sealer.ts'
import type { WorkflowServices } from './services.ts'
import { readsOf } from './stored-workflows.ts'
import { WorkflowEvents } from './workflow-events.ts'
import { createWorkflows } from './workflows.ts'

export interface WorkflowCapability extends WorkflowServices {
  readonly sealer: Sealer
  readonly insertDraftSecrets: InsertDraftSecrets
  readonly earlierSecrets: EarlierSecrets
  readonly plans: Plans
  readonly workflowEvents: WorkflowEvents
}

export interface WorkflowNeeds {
  readonly catalogue: ServedCatalogue
  /** Warnings for the author of a save. */
  readonly warningFor: (save: SealedSave) => Promise<string | undefined>
}

export function createWorkflowServices(
  platform: Platform,
  { catalogue, warningFor }: WorkflowNeeds,
): WorkflowCapability {
  const { store, clock, ids, vault, workers, config } = platform
  const graphChecks = createGraphChecks({ workers, catalogue, maxNodes: config.maxWorkflowNodes })
  const credentialChecks = createCredentialChecks(store, catalogue)
  const sealer = createSealer(catalogue, vault, config.maxWorkflowNodes)
  const ofDrafts = { store: store.drafts, vault, catalogue }
  const insertDraftSecrets = draftSecrets(ofDrafts)
  const ofVersions = earlierSecrets({ store: store.workflows, sealer, catalogue })
  const workflowEvents = new WorkflowEvents()
  const reads = readsOf(store.workflows)
  const configChecks = createConfigChecks(reads)
  const publishing = createPublishing({ store: store.workflows, reads, sealer, clock, events: workflowEvents })
  const workflows = createWorkflows({
    store: store.workflows,
    sealer,
    catalogue,
    clock,
    ids,
    maxVersions: config.maxWorkflowVersions,
    events: workflowEvents,
    warningFor,
    credentialChecks,
    configChecks,
    insertDraftSecrets,
    earlierSecrets: ofVersions,
    publishing,
  })
  return {
    workflows,
    drafts: createDrafts({ ...ofDrafts, workflows, clock, maxNodes: config.maxWorkflowNodes }),
    insertDraftSecrets,
    earlierSecrets: ofVersions,
    publishing,
    encodedWorkflows: new EncodedWorkflows(workflows, catalogue, store),
    graphChecks,
    credentialChecks,
    configChecks,
    overviews: new Overviews(workflows, catalogue),
    sealer,
    plans: createPlans({ checks: graphChecks }),
    workflowEvents,
  }
}
