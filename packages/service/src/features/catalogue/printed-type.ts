import type { NodeType } from '@millrace/model'

const texts = new WeakMap<NodeType, string>()

/** A node type as JSON text. Types never change while the service runs, so each is printed once. */
export function printedType(type: NodeType): string {
  let text = texts.get(type)
  if (text === undefined) {
    text = JSON.stringify(type)
    texts.set(type, text)
  }
  return text
}
