/** What a route is handed beside its request. `compose.ts` makes one of these; nothing else does. */
import type { Store } from '@millrace/store'
import type { Auth } from './auth/auth.ts'
import type { Config } from './config.ts'
import type { StepModels } from './effects/models/create-models.ts'
import type { AgentSpec } from './features/agentspec/agentspec.ts'
import type { Chat } from './features/chat/chat.ts'
import type { Connections } from './features/connections/connections.ts'
import type { Details } from './features/executions/details.ts'
import type { Executions } from './features/executions/executions.ts'
import type { Interrupts } from './features/interrupts/interrupts-port.ts'
import type { Playground } from './features/playground/playground-port.ts'
import type { Hooks } from './features/triggers/hooks.ts'
import type { Workflows } from './features/workflows/workflows.ts'
import type { Clock, Ids, Lifecycle, Log, ServedCatalogue } from './given.ts'
import type { Drafts } from './running/drafts.ts'
import type { Ends } from './running/ends.ts'
import type { Feeds } from './running/feeds.ts'
import type { GraphChecks } from './running/graph-checks.ts'
import type { InboxFeed } from './running/inbox-feed.ts'
import type { ListFeed } from './running/list-feed.ts'
import type { Vault } from './secrets.ts'
import type { Workers } from './workers/workers.ts'

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
