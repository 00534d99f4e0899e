/** Workflows and values without secrets, for a model. */
import {
  type Catalogue,
  configOf,
  type Graph,
  isObject,
  isPlaceholder,
  nodeTypeIdOf,
  splitSecrets,
} from '@millrace/model'

/** Names of headers and fields that usually carry a secret. */
const SENSITIVE =
  /authorization|cookie|password|passwd|secret|credential|(?:api|access|auth|private)[-_ ]?(?:key|token)|^token$/i

/** A value without secrets: placeholders and texts under sensitive names are removed. */
export function withoutSecrets(value: unknown): unknown {
  if (isPlaceholder(value)) return undefined
  if (Array.isArray(value)) return value.map(withoutSecrets).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      isPlaceholder(inner) || (typeof inner === 'string' && SENSITIVE.test(key)) ? [] : [[key, withoutSecrets(inner)]],
    ),
  )
}

/** A workflow without secrets. The settings of unknown types are removed: any of them may be secret. */
export function graphWithoutSecrets({ nodes, edges }: Graph, catalogue: Catalogue): Graph {
  const shown = splitSecrets(nodes, catalogue).nodes.map((node) => {
    const isKnown = catalogue.types.has(nodeTypeIdOf(node))
    const settings = isKnown ? Object.entries(configOf(node)).map(([key, value]) => [key, withoutSecrets(value)]) : []
    const config = Object.fromEntries(settings.filter(([, value]) => value !== undefined))
    return { ...node, data: { ...node.data, config } }
  })
  return { nodes: shown, edges }
}
