import type { ExecutionServices } from '../executions/services.ts'
import type { PeopleServices } from '../people/services.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { PlaygroundServices } from '../playground/services.ts'
import type { TriggerServices } from '../triggers/services.ts'
import type { WorkflowServices } from '../workflows/services.ts'

/** The services that the MCP tools use. */
export interface McpServices
  extends PlatformServices,
    ProjectServices,
    WorkflowServices,
    ExecutionServices,
    PeopleServices,
    PlaygroundServices,
    TriggerServices {}
