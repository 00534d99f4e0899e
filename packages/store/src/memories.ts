/**
 * Conversation memory: for each owner its newest messages, and the keys of recent additions. The row of an owner is
 * created with its first message and deleted with the owner, by foreign key.
 */
import { hashedKey } from './hashed-key.ts'
import type { MemoryOwner, MemoryStore } from './playground-store.ts'
import { isStorable, type Sql, type Statement } from './sql.ts'
import { textOf } from './workflow-rows.ts'

/** The newest keys that are kept for an owner: a step that runs again after a crash is among the last. */
const MAX_KEYS = 1000

/** The table of each kind of owner, and the column of `memory_owners` that refers to it. */
const KINDS = {
  session: { table: 'sessions', column: 'session_id' },
  workflow: { table: 'workflows', column: 'workflow_id' },
  execution: { table: 'executions', column: 'execution_id' },
} as const satisfies Record<MemoryOwner['kind'], object>

type Remembered = Awaited<ReturnType<MemoryStore['remember']>>

export function memoryStore(sql: Sql, transaction: Sql['transaction']): MemoryStore {
  const newest = async ({ kind, id }: MemoryOwner, max: number): Promise<Remembered> => {
    const rows = await sql.all<{ message: string | Uint8Array }>(
      `SELECT message FROM memories WHERE owner = (SELECT num FROM memory_owners WHERE ${KINDS[kind].column} = $1)
      ORDER BY number DESC LIMIT $2`,
      [id, max],
    )
    return rows.map(({ message }) => JSON.parse(textOf(message)) as Remembered[number]).reverse()
  }
  const exists = async ({ kind, id }: MemoryOwner) =>
    (await sql.get(`SELECT 1 AS found FROM ${KINDS[kind].table} WHERE id = $1`, [id])) !== undefined

  return {
    async remember(owner, key, { messages, max }) {
      const kept = max > 0 ? messages.slice(-max) : []
      if (!isStorable(owner.id)) return kept
      if (messages.length === 0) return newest(owner, Math.max(0, max))
      const isAdded = await transaction(additionOf(sql, owner, key, { messages: kept, max: Math.max(0, max) }))
      // The owner was deleted in the middle of a conversation: return the new messages only.
      if (!isAdded && !(await exists(owner))) return kept
      return newest(owner, Math.max(0, max))
    },

    async clear({ kind, id }) {
      if (!isStorable(id)) return
      // Keep the keys: messages that were added before must not return when their step runs again.
      await transaction([
        {
          text: `DELETE FROM memories WHERE owner = (SELECT num FROM memory_owners WHERE ${KINDS[kind].column} = $1)`,
          params: [id],
        },
      ])
    },
  }
}

// Write the row of the owner first, which serializes writers of the same memory.
function additionOf(
  { dialect }: Sql,
  { kind, id }: MemoryOwner,
  key: string,
  { messages, max }: Parameters<MemoryStore['remember']>[2],
): Statement[] {
  const { table, column } = KINDS[kind]
  const owner = `memory_owners o WHERE o.${column} = $1`
  return [
    {
      text: `INSERT INTO memory_owners (${column}, last, steps)
        SELECT id, CAST($2 AS BIGINT), 1 FROM ${table} WHERE id = $1
        ON CONFLICT (${column}) DO UPDATE SET last = memory_owners.last + excluded.last, steps = memory_owners.steps + 1`,
      params: [id, messages.length],
      mustChange: true,
    },
    {
      text: `INSERT INTO memory_keys (owner, key, step) SELECT o.num, $2, o.steps FROM ${owner} ON CONFLICT DO NOTHING`,
      params: [id, hashedKey(key)],
      mustChange: true,
    },
    ...messages.map(({ role, content }, at) => ({
      text: `INSERT INTO memories (owner, number, message) SELECT o.num, o.last - $2, $3 FROM ${owner}`,
      params: [id, messages.length - 1 - at, dialect.longText(JSON.stringify({ role, content }))],
    })),
    {
      text: `DELETE FROM memories WHERE owner = (SELECT o.num FROM ${owner})
        AND number <= (SELECT o.last - $2 FROM ${owner})`,
      params: [id, max],
    },
    {
      text: `DELETE FROM memory_keys WHERE owner = (SELECT o.num FROM ${owner})
        AND step <= (SELECT o.steps - ${MAX_KEYS} FROM ${owner})`,
      params: [id],
    },
  ]
}
