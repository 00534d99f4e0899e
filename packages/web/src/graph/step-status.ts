/** Color group and icon of each step status. */
import { STEP_STATUSES, type StepStatus } from '@millrace/model'

export type StatusGroup = 'waiting' | 'active' | 'done' | 'bad'

/** Colors of the status overlays: blue, green, red and amber. */
export const STATUS_GROUPS: Readonly<Record<StepStatus, StatusGroup>> = {
  idle: 'waiting',
  pending: 'waiting',
  running: 'active',
  paused: 'active',
  interrupted: 'active',
  completed: 'done',
  skipped: 'done',
  failed: 'bad',
  cancelled: 'bad',
}

export const STATUS_ICONS: Readonly<Record<StepStatus, string>> = {
  idle: 'mdi:circle-outline',
  pending: 'mdi:clock-outline',
  running: 'mdi:loading',
  paused: 'mdi:pause-circle-outline',
  interrupted: 'mdi:hand-back-left-outline',
  completed: 'mdi:check-circle',
  skipped: 'mdi:skip-next-circle-outline',
  failed: 'mdi:alert-circle',
  cancelled: 'mdi:cancel',
}

/** Parses a status from the wire; unknown values count as pending. */
export function stepStatusOf(text: string): StepStatus {
  return STEP_STATUSES.find((status) => status === text) ?? 'pending'
}
