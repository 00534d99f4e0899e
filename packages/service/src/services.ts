/** The services of all capabilities. `compose.ts` creates them; a route declares those of the capabilities it uses. */
import type { AgentSpecServices } from './agentspec/services.ts'
import type { AssistantServices } from './assistant/services.ts'
import type { CatalogueServices } from './catalogue/services.ts'
import type { CredentialServices } from './credentials/services.ts'
import type { ExecutionServices } from './executions/services.ts'
import type { IdentityServices } from './identity/services.ts'
import type { ModelServices } from './models/services.ts'
import type { NotificationServices } from './notifications/services.ts'
import type { PeopleServices } from './people/services.ts'
import type { PlatformServices } from './platform/services.ts'
import type { PlaygroundServices } from './playground/services.ts'
import type { SystemServices } from './system/services.ts'
import type { TriggerServices } from './triggers/services.ts'
import type { UsageServices } from './usage/services.ts'
import type { WorkflowServices } from './workflows/services.ts'

export interface Services
  extends PlatformServices,
    IdentityServices,
    CatalogueServices,
    ModelServices,
    CredentialServices,
    WorkflowServices,
    ExecutionServices,
    PlaygroundServices,
    PeopleServices,
    TriggerServices,
    NotificationServices,
    AgentSpecServices,
    AssistantServices,
    UsageServices,
    SystemServices {}
