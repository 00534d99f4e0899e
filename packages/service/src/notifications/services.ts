import type { ErrorWorkflowSetting } from './error-workflow-setting.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface NotificationServices {
  readonly subscriptions: Subscriptions
  readonly errorWorkflowSetting: ErrorWorkflowSetting
}
