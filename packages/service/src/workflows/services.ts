import type { ConfigChecks } from './config-checks.ts'
import type { CredentialChecks } from './credential-checks.ts'
import type { Drafts } from './drafts.ts'
import type { EncodedWorkflows } from './encoded-workflows.ts'
import type { GraphChecks } from './graph-checks.ts'
import type { Overviews } from './overviews.ts'
import type { Publishing } from './publishing.ts'
import type { Workflows } from './workflows.ts'

export interface WorkflowServices {
  readonly workflows: Workflows
  readonly drafts: Drafts
  readonly publishing: Publishing
  /** Used by the route that reads a workflow. */
  readonly encodedWorkflows: EncodedWorkflows
  readonly graphChecks: GraphChecks
  /** Problems of references to credentials. */
  readonly credentialChecks: CredentialChecks
  /** Problems of the settings of the whole workflow. */
  readonly configChecks: ConfigChecks
  /** The parts of summaries that need the document. */
  readonly overviews: Overviews
}
