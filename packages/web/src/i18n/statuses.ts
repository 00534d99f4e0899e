/** The label of every status. Executions use the labels of steps. */
import type { DeliveryStatus, InterruptStatus, SessionStatus, StepStatus } from '@millrace/model'

export interface StatusStrings {
  step: Record<StepStatus, string>
  interrupt: Record<InterruptStatus, string>
  delivery: Record<DeliveryStatus, string>
  session: Record<SessionStatus, string>
}

export const statusStrings: StatusStrings = {
  step: {
    idle: 'Idle',
    pending: 'Pending',
    running: 'Running',
    paused: 'Paused',
    interrupted: 'Interrupted',
    completed: 'Completed',
    skipped: 'Skipped',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  interrupt: { pending: 'Open', resolved: 'Answered', cancelled: 'Closed' },
  delivery: { pending: 'Waits', delivered: 'Delivered', failed: 'Failed' },
  session: {
    idle: 'Ready',
    running: 'Running',
    awaiting_input: 'Waiting for you',
    completed: 'Completed',
    failed: 'Failed',
  },
}
