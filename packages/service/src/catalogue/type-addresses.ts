/** The addresses in a node type: of autocomplete and of its own icon. */
import { isObject, type NodeType } from '@millrace/model'

/**
 * Adds a prefix to every path of a type. Definitions do not know the base path; pages of another origin
 * also need the origin.
 */
export function withAddresses(type: NodeType, prefix: string): NodeType {
  const { iconUrl } = type
  const configSchema = prefixed(type.configSchema, prefix) as NodeType['configSchema']
  return { ...type, configSchema, ...(iconUrl !== undefined && { iconUrl: `${prefix}${iconUrl}` }) }
}

function prefixed(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => prefixed(item, prefix))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key,
      key === 'autocomplete' && isObject(inside) && String(inside.url).startsWith('/')
        ? { ...inside, url: `${prefix}${inside.url}` }
        : prefixed(inside, prefix),
    ]),
  )
}
