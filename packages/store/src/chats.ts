/**
 * The chats that edit workflows. A workflow, stored or not, has a row here from its first message on; that row is
 * written first, which serializes writers of the same chat.
 */
import type { ChatRecord, ChatStore } from './ai-store.ts'
import { hashedKey } from './hashed-key.ts'
import type { Sql, Statement } from './sql.ts'
import { textOf } from './workflow-rows.ts'

/** The row of the workflow with the key `$1`. */
const WORKFLOW = 'chat_workflows w WHERE w.key = $1'

export function chatStore(sql: Sql, transaction: Sql['transaction']): ChatStore {
  return {
    async add(workflowId, messages, max) {
      if (messages.length > 0) await transaction(additionOf(sql, hashedKey(workflowId), { messages, max }))
    },

    async list(workflowId, limit) {
      const rows = await sql.all<{ message: string | Uint8Array }>(
        `SELECT message FROM chats WHERE workflow = (SELECT w.num FROM ${WORKFLOW}) ORDER BY number DESC LIMIT $2`,
        [hashedKey(workflowId), Math.max(0, limit)],
      )
      return rows.map(({ message }) => JSON.parse(textOf(message)) as ChatRecord).reverse()
    },

    async clear(workflowId) {
      await transaction([{ text: 'DELETE FROM chat_workflows WHERE key = $1', params: [hashedKey(workflowId)] }])
    },
  }
}

function additionOf(
  { dialect }: Sql,
  key: string,
  { messages, max }: { readonly messages: readonly ChatRecord[]; readonly max: number },
): Statement[] {
  const kept = max > 0 ? messages.slice(-max) : []
  return [
    {
      text: `INSERT INTO chat_workflows (key, last) VALUES ($1, $2)
        ON CONFLICT (key) DO UPDATE SET last = chat_workflows.last + excluded.last`,
      params: [key, kept.length],
    },
    ...kept.map(({ conversationId, role, content, at }, place) => ({
      text: `INSERT INTO chats (workflow, number, message) SELECT w.num, w.last - $2, $3 FROM ${WORKFLOW}`,
      params: [key, kept.length - 1 - place, dialect.longText(JSON.stringify({ conversationId, role, content, at }))],
    })),
    {
      text: `DELETE FROM chats WHERE workflow = (SELECT w.num FROM ${WORKFLOW})
        AND number <= (SELECT w.last - $2 FROM ${WORKFLOW})`,
      params: [key, Math.max(0, max)],
    },
  ]
}
