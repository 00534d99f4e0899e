import type { NodeType } from '@millrace/model'
import { type Translate, translated } from '@millrace/nodes'
import { withAddresses } from './type-addresses.ts'

/** Origins come from a request header, so only a few are cached. */
const MAX_ORIGINS = 8

const byTranslation = new WeakMap<Translate, WeakMap<NodeType, NodeType>>()

/** A node type in another language, translated once. */
export function typeIn(type: NodeType, translate: Translate | undefined): NodeType {
  if (translate === undefined) return type
  const known = byTranslation.get(translate) ?? new WeakMap<NodeType, NodeType>()
  byTranslation.set(translate, known)
  const shown = known.get(type) ?? translated(type, translate)
  known.set(type, shown)
  return shown
}

/** A node type as JSON: the text, and its bytes once they were needed. */
interface Serialised {
  readonly text: string
  bytes?: Uint8Array
}

const byOrigin = new Map<string, WeakMap<NodeType, Serialised>>()

/**
 * A node type as JSON text. Types never change while the service runs, so each is serialised once. With an origin, its
 * addresses are absolute: a page of another origin would resolve a path against its own.
 */
export function serialisedType(type: NodeType, origin = ''): string {
  return serialised(type, origin).text
}

/** The same as UTF-8. Must not be modified. */
export function encodedType(type: NodeType, origin = ''): Uint8Array {
  const known = serialised(type, origin)
  known.bytes ??= Buffer.from(known.text)
  return known.bytes
}

function serialised(type: NodeType, origin: string): Serialised {
  let known = byOrigin.get(origin)
  if (known === undefined) {
    const [, oldest] = byOrigin.size > MAX_ORIGINS ? [...byOrigin.keys()] : []
    if (oldest !== undefined) byOrigin.delete(oldest)
    known = new WeakMap()
    byOrigin.set(origin, known)
  }
  let found = known.get(type)
  if (found === undefined) {
    found = { text: JSON.stringify(origin === '' ? type : withAddresses(type, origin)) }
    known.set(type, found)
  }
  return found
}
