/** What a route is handed beside its request. `compose.ts` makes one of these; nothing else does. */
import type { Store } from '@millrace/store'
import type { AgentSpec } from './agentspec/agentspec.ts'
import type { Chat } from './assistant/chat.ts'
import type { StepModels } from './effects/models/create-models.ts'
import type { Details } from './executions/details.ts'
import type { Executions } from './executions/executions.ts'
import type { Ends } from './executions/streams/completions.ts'
import type { ListFeed } from './executions/streams/list-changes.ts'
import type { Drafts } from './executions/streams/partial-output.ts'
import type { Feeds } from './executions/streams/pipeline-updates.ts'
import type { Auth } from './identity/auth.ts'
import type { Connections } from './models/connections.ts'
import type { InboxFeed } from './people/inbox-changes.ts'
import type { Interrupts } from './people/interrupts-port.ts'
import type { Config } from './platform/config.ts'
import type { Clock, Ids, Lifecycle, Log, ServedCatalogue } from './platform/ports.ts'
import type { Vault } from './platform/secrets.ts'
import type { Workers } from './platform/workers/workers.ts'
import type { Playground } from './playground/playground-port.ts'
import type { Hooks } from './triggers/hooks.ts'
import type { GraphChecks } from './workflows/graph-checks.ts'
import type { Workflows } from './workflows/workflows.ts'

export interface Services {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly catalogue: ServedCatalogue
  readonly vault: Vault
  readonly workers: Workers
  readonly graphChecks: GraphChecks
  readonly auth: Auth
  readonly lifecycle: Lifecycle
  readonly workflows: Workflows
  readonly executions: Executions
  readonly details: Details
  readonly feeds: Feeds
  readonly ends: Ends
  readonly drafts: Drafts
  readonly hooks: Hooks
  readonly interrupts: Interrupts
  readonly inbox: InboxFeed
  readonly executionList: ListFeed
  readonly playground: Playground
  readonly chat: Chat
  readonly connections: Connections
  readonly agentspec: AgentSpec
  /** Language models, for whoever is no step of an execution. */
  readonly models: StepModels
}
