/**
 * Effects for the examples of node types: pure effects are real (JSONata, Liquid, regular expressions, JavaScript),
 * external ones are small fixed fakes. There are no limits here; the effects of the service apply those.
 */
import { type Effects, type MailAnswer, type MailCall, NodeFailure, type RememberedMessage } from '@millrace/model'
import { loopbackHttp } from './loopback-server.ts'
import { pureEffects } from './pure-effects.ts'
import { testModels } from './test-models.ts'
import { testVectors } from './test-vectors.ts'

/** The current time in every example. */
export const NOW = Date.UTC(2030, 0, 31, 10, 15, 30)

/** Fresh effects for every example, so that examples are isolated. */
export function testEffects(): Effects {
  const files = new Map([['notes/today.txt', 'Héllo']])
  return {
    http: loopbackHttp,
    ...pureEffects,
    sql: async (call) => recorded(call.query, call.parameters, call.readOnly),
    mail: async (call) => delivered(call),
    keyValues: memoryKeyValues(),
    async readFile(path) {
      const content = files.get(path)
      if (content === undefined) throw new NodeFailure('FILE_NOT_FOUND', `There is no file ${path}.`)
      return { content, size: Buffer.byteLength(content) }
    },
    async writeFile(path, content) {
      files.set(path, content)
      return { size: Buffer.byteLength(content) }
    },
    memory: conversation(),
    models: testModels,
    vectors: testVectors(),
    now: () => NOW,
  }
}

/** Fixed answers; there is no SQL engine here. */
const ANSWERS: Readonly<Record<string, { readonly rows: Record<string, unknown>[]; readonly count: number }>> = {
  '["select id, total from orders where customer = $1",[7]]': { rows: [{ id: 1, total: 9.5 }], count: 1 },
  '["select id, total from orders where customer = :customer",{"customer":"7\' or 1=1"}]': { rows: [], count: 0 },
  '["delete from orders",{}]': { rows: [], count: 3 },
}

function recorded(query: string, parameters: unknown, isReadOnly: boolean) {
  if (isReadOnly && !query.startsWith('select')) throw new NodeFailure('READ_ONLY', 'Only reading is allowed.')
  const answer = ANSWERS[JSON.stringify([query, parameters])]
  if (answer === undefined) throw new Error(`no fixed answer for ${query}`)
  return answer
}

/** A mail server that has no mailbox `unknown`. */
function delivered({ to, cc = [], bcc = [] }: MailCall): MailAnswer {
  const recipients = [...to, ...cc, ...bcc].map(({ address }) => address)
  const rejected = recipients.filter((address) => address.startsWith('unknown@'))
  const accepted = recipients.filter((address) => !rejected.includes(address))
  if (accepted.length === 0) throw new NodeFailure('MAIL_FAILED', 'The mail server did not accept the message.')
  return { messageId: '<0c0ffee@shop.example>', accepted, rejected }
}

function memoryKeyValues(): Effects['keyValues'] {
  const kept = new Map<string, unknown>([
    ['default\ngreeting', 'Hello'],
    ['default\norder/1', 'open'],
    ['default\norder/2', 'paid'],
  ])
  return {
    get: async (namespace, key) => kept.get(`${namespace}\n${key}`),
    set: async (namespace, key, value) => void kept.set(`${namespace}\n${key}`, value),
    delete: async (namespace, key) => kept.delete(`${namespace}\n${key}`),
    async list(namespace, prefix, limit) {
      const start = `${namespace}\n${prefix}`
      const found = [...kept].filter(([name]) => name.startsWith(start)).slice(0, limit)
      return found.map(([name, value]) => ({ key: name.slice(namespace.length + 1), value }))
    },
  }
}

/** A session with an earlier conversation, and a workflow without one. */
function conversation(): Effects['memory'] {
  const kept = new Map<string, readonly RememberedMessage[]>([
    [
      'session',
      [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Good morning' },
      ],
    ],
  ])
  return {
    async remember(scope, messages, max) {
      const all = [...(kept.get(scope) ?? []), ...messages].slice(-max)
      kept.set(scope, all)
      return all
    },
  }
}
