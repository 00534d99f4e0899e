/** Removes entries of the audit log past their retention. */

import type { AuditRecord, AuditStore } from '@millrace/store'
import type { Config } from '../platform/config.ts'
import { iso } from '../platform/iso.ts'
import type { Clock, Ids } from '../platform/ports.ts'

export interface PurgeNeeds {
  readonly audit: Pick<AuditStore, 'purge'>
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Pick<Config, 'auditRetentionDays'>
}

const DAY_MS = 24 * 3600 * 1000
const BATCH = 500
/** Batches of one clean-up; the next one continues. */
const MAX_BATCHES = 20

export async function purgeAudit({ audit, clock, ids, config }: PurgeNeeds): Promise<void> {
  const days = config.auditRetentionDays
  if (days === 0) return
  const before = clock.now() - days * DAY_MS
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const entry: AuditRecord = {
      id: ids.uuid(),
      at: clock.now(),
      actor: { kind: 'service', id: '', name: '' },
      address: '',
      action: 'audit.purged',
      subject: { type: 'audit', id: '', name: '' },
      outcome: 'done',
      details: { before: iso(before), days },
      requestId: '',
    }
    if ((await audit.purge(before, entry, BATCH)) < BATCH) return
  }
}
