/**
 * Secrets of nodes that come back after a save, such as by undo of a deletion: the page has only their placeholders, and
 * the newest version no longer has their values. Earlier versions do.
 */
import { placeholderOf, type Secrets, secretPlaceholders, type WorkflowNode } from '@millrace/model'
import type { WorkflowStore } from '@millrace/store'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { Sealer } from './sealer.ts'

export interface EarlierSecretsNeeds {
  readonly store: Pick<WorkflowStore, 'version'>
  readonly sealer: Pick<Sealer, 'openOrNone'>
  readonly catalogue: ServedCatalogue
}

export interface KeptState {
  readonly id: string
  readonly revision: number
  readonly secrets: Secrets
  /** The stored nodes; read only if a placeholder has no value. */
  readonly nodes: () => readonly WorkflowNode[] | Promise<readonly WorkflowNode[]>
}

/** The stored secrets, with those of earlier versions for placeholders that the newest version does not have. */
export type EarlierSecrets = (nodes: readonly WorkflowNode[], kept: KeptState) => Promise<Secrets>

/** How many versions are searched, so that a wrong placeholder cannot make a save read all of them. */
const MAX_VERSIONS = 50

interface Wanted {
  readonly node: string
  readonly path: string
  readonly placeholder: string
}

export function earlierSecrets({ store, sealer, catalogue }: EarlierSecretsNeeds): EarlierSecrets {
  return async (nodes, { id, revision, secrets, nodes: storedNodes }) => {
    const unknown: Wanted[] = []
    for (const node of nodes) {
      for (const [path, placeholder] of secretPlaceholders(node, catalogue)) {
        if (secrets[node.id]?.[path] === undefined) unknown.push({ node: node.id, path, placeholder })
      }
    }
    if (unknown.length === 0) return secrets
    // A placeholder that the newest version has as well was searched for when it was saved.
    const stored = new Map((await storedNodes()).map((node) => [node.id, node]))
    const isNew = ({ node, path, placeholder }: Wanted) => {
      const before = stored.get(node)
      return before === undefined || secretPlaceholders(before, catalogue).get(path) !== placeholder
    }
    let open = unknown.filter(isNew)
    const found: Record<string, Record<string, string>> = Object.create(null)
    for (let back = 1; open.length > 0 && back <= MAX_VERSIONS && revision - back > 0; back++) {
      const version = await store.version(id, revision - back)
      const earlier = version === undefined ? {} : sealer.openOrNone(version, id)
      open = open.filter(({ node, path, placeholder }) => {
        const value = earlier[node]?.[path]
        if (value === undefined || placeholderOf(value) !== placeholder) return true
        found[node] = { ...(found[node] ?? secrets[node]), [path]: value }
        return false
      })
    }
    return Object.keys(found).length === 0 ? secrets : Object.assign(Object.create(null), secrets, found)
  }
}
