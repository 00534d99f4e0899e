/** The saves of a workflow. */
import type { Workflow } from '@millrace/model'
import type { Client } from '../api/client.ts'

export interface Version {
  readonly revision: number
  readonly versionId: string
  readonly savedAt: string
  readonly savedBy: string
}

export interface VersionPage {
  readonly versions: readonly Version[]
  readonly total: number
}

const at = (id: string) => `/workflows/${encodeURIComponent(id)}/versions`
const PAGE = 50

/** Newest first. */
export async function listVersions(client: Client, id: string, offset = 0): Promise<VersionPage> {
  const response = await client.fetch(at(id), { query: { limit: PAGE, offset } })
  const { data } = (await response.json()) as { data: Version[] }
  return { versions: data, total: Number(response.headers.get('X-Total-Count') ?? data.length) }
}

export const getVersion = (client: Client, id: string, revision: number): Promise<Workflow> =>
  client.data(`${at(id)}/${revision}`, { query: { types: 'referenced' } })

/** Makes an old version the newest; refused with `STALE_VERSION` when somebody saved since `expected`. */
export const restoreVersion = (
  client: Client,
  id: string,
  revision: number,
  expected: number | undefined,
): Promise<Workflow> =>
  client.data(`${at(id)}/${revision}/restore`, {
    method: 'POST',
    query: { types: 'referenced' },
    ...(expected === undefined ? {} : { headers: { 'If-Match': `"${expected}"` } }),
  })
