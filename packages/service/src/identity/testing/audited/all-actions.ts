/** Every way to perform an audited action, by action and operation of the API. */
import { AUDIT_ACTION_NAMES, type AuditAction } from '@millrace/model'
import type { AuditedAction } from './audited-action.ts'
import { PEOPLE_ACTIONS } from './people-actions.ts'
import { SETTING_ACTIONS } from './setting-actions.ts'
import { WORKFLOW_ACTIONS } from './workflow-actions.ts'

/** An action of the registry without a case does not compile. */
const CASES: Readonly<Record<AuditAction, Readonly<Record<string, AuditedAction>>>> = {
  ...PEOPLE_ACTIONS,
  ...WORKFLOW_ACTIONS,
  ...SETTING_ACTIONS,
}

export const ALL_ACTIONS = AUDIT_ACTION_NAMES.flatMap((action) =>
  Object.entries(CASES[action] ?? {}).map(([operation, prepare]) => ({ action, operation, prepare })),
)
