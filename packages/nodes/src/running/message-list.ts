import { isObject, type RememberedMessage } from '@millrace/model'
import { asText } from './as-text.ts'
import { badInput, kindOf } from './input-values.ts'

const MAX_ROLE_LENGTH = 100

/** The messages of a conversation, from a user text, a message with role and content, or a list of these. */
export function messageList(inputs: Readonly<Record<string, unknown>>, port: string): RememberedMessage[] {
  const value = inputs[port]
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.map((item, at) => messageOf(item, `${port}/${at}`)) : [messageOf(value, port)]
}

function messageOf(value: unknown, place: string): RememberedMessage {
  if (typeof value === 'string') return { role: 'user', content: value }
  if (typeof value === 'number' || typeof value === 'boolean') return { role: 'user', content: String(value) }
  if (!isObject(value)) throw badInput(place, `must be a string or a message (got ${kindOf(value)})`)
  const { role = 'user', content } = value
  if (typeof role !== 'string' || role === '' || role.length > MAX_ROLE_LENGTH) {
    throw badInput(place, `must have a string "role" of at most ${MAX_ROLE_LENGTH} characters`)
  }
  if (content === undefined || content === null) throw badInput(place, 'must have "content"')
  return { role, content: asText(content) }
}
