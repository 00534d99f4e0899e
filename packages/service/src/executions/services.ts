import type { Details } from './details.ts'
import type { Executions } from './executions.ts'
import type { Ends } from './streams/completions.ts'
import type { ListFeed } from './streams/list-changes.ts'
import type { Drafts } from './streams/partial-output.ts'
import type { Feeds } from './streams/pipeline-updates.ts'

export interface ExecutionServices {
  readonly executions: Executions
  readonly details: Details
  readonly feeds: Feeds
  readonly ends: Ends
  readonly drafts: Drafts
  readonly executionList: ListFeed
}
