import { isObject } from './json.ts'

/**
 * The part of a schema that a local `$ref` such as `#/$defs/address` refers to; undefined if there is none. Only JSON
 * pointers are supported, not anchors and other documents.
 */
export function resolveRef(root: Readonly<Record<string, unknown>>, ref: unknown): unknown {
  if (ref === '#') return root
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined
  let part: unknown = root
  for (const step of decoded(ref.slice(2)).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(part)) part = part[Number(key)]
    else part = isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined
  }
  return part
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
