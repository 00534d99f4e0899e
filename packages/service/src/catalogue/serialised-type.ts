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

const texts = new Map<string, WeakMap<NodeType, string>>()

/**
 * A node type as JSON text. Types never change while the service runs, so each is serialised once. With an origin, its
 * addresses are absolute: a page of another origin would resolve a path against its own.
 */
export function serialisedType(type: NodeType, origin = ''): string {
  let known = texts.get(origin)
  if (known === undefined) {
    const [, oldest] = texts.size > MAX_ORIGINS ? [...texts.keys()] : []
    if (oldest !== undefined) texts.delete(oldest)
    known = new WeakMap()
    texts.set(origin, known)
  }
  let text = known.get(type)
  if (text === undefined) {
    text = JSON.stringify(origin === '' ? type : withAddresses(type, origin))
    known.set(type, text)
  }
  return text
}
