/** Sample records for tests; each test changes only the fields it needs. */
import type { WorkflowSave, WorkflowSummary, WorkflowVersion } from '../store.ts'
import type { GrantRecord, TokenRecord } from '../token-store.ts'

/** A save of the workflow `id`; omitted fields are derived from the id and the revision. */
export function sampleSave(
  id: string,
  { document, secrets, ...summary }: Partial<WorkflowSummary & Pick<WorkflowVersion, 'document' | 'secrets'>> = {},
): WorkflowSave {
  const revision = summary.revision ?? 1
  return {
    summary: {
      id,
      machineName: `machine_${id}`,
      name: `Name of ${id}`,
      description: '',
      tags: [],
      createdAt: 1_700_000_000_000,
      updatedAt: 1_700_000_000_000 + revision,
      isManual: false,
      publishedRevision: null,
      isActive: true,
      hasTriggers: false,
      project: 'default',
      ...summary,
      revision,
    },
    version: {
      workflowId: id,
      revision,
      versionId: `${id}@${revision}`,
      savedAt: 1_700_000_000_000 + revision,
      savedBy: 'Ada',
      document: document ?? JSON.stringify({ id, revision }),
      secrets: secrets ?? null,
    },
  }
}

export function sampleToken(id: string, change: Partial<TokenRecord> = {}): TokenRecord {
  return {
    id,
    name: `Token ${id}`,
    role: 'editor',
    hash: `hash of ${id}`,
    createdAt: 1_700_000_000_000,
    createdBy: 'Ada',
    expiresAt: null,
    lastUsedAt: null,
    project: null,
    owner: null,
    ...change,
  }
}

export function sampleGrant(hash: string, change: Partial<GrantRecord> = {}): GrantRecord {
  return {
    hash,
    kind: 'session',
    callerId: 'ada',
    callerName: 'Ada',
    role: 'operator',
    createdAt: 1_700_000_000_000,
    expiresAt: 1_700_000_060_000,
    tokenId: null,
    credentialExpiresAt: null,
    sessionHash: null,
    personId: null,
    providerSession: null,
    ...change,
  }
}

/** The numbers from 1 to `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}
