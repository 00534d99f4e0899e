/**
 * Secrets in drafts. A secret that was entered in a draft is stored with the draft and has a placeholder of its own
 * kind, so that it is never confused with the secret of the saved workflow, whose placeholder stays as it is.
 */
import type { Catalogue } from '../catalogue.ts'
import { keptValue, mapSecrets, PLACEHOLDER_PREFIX, placeholderOf, type Secrets } from './secrets.ts'
import type { WorkflowNode } from './workflow.ts'

const DRAFT_PREFIX = `${PLACEHOLDER_PREFIX}draft:`

/** The placeholder of a secret of a draft; it ends with the same hint as that of a saved secret. */
function draftPlaceholderOf(value: string): string {
  return DRAFT_PREFIX + placeholderOf(value).slice(PLACEHOLDER_PREFIX.length)
}

/** The placeholder as it would be if the secret had been saved. */
function savedForm(placeholder: string): string {
  return PLACEHOLDER_PREFIX + placeholder.slice(DRAFT_PREFIX.length)
}

/** Splits the secrets off a draft; `kept` are those of the draft before. Placeholders of saved secrets are unchanged. */
export function splitDraftSecrets(
  node: WorkflowNode,
  catalogue: Catalogue,
  kept: Secrets,
): { readonly node: WorkflowNode; readonly secrets: Readonly<Record<string, string>> } {
  const secrets: Record<string, string> = {}
  const split = mapSecrets(node, catalogue, (value, path) => {
    if (value.startsWith(PLACEHOLDER_PREFIX) && !value.startsWith(DRAFT_PREFIX)) return value
    const secret = value.startsWith(DRAFT_PREFIX) ? keptValue(savedForm(value), { kept, node: node.id, path }) : value
    if (secret === undefined) return value
    secrets[path] = secret
    return draftPlaceholderOf(secret)
  })
  return { node: split, secrets }
}

/** The node with the secrets of its draft in place. A secret that the draft does not have becomes a saved one. */
export function joinDraftSecrets(node: WorkflowNode, catalogue: Catalogue, secrets: Secrets): WorkflowNode {
  return mapSecrets(node, catalogue, (value, path) => {
    if (!value.startsWith(DRAFT_PREFIX)) return value
    const saved = savedForm(value)
    return keptValue(saved, { kept: secrets, node: node.id, path }) ?? saved
  })
}
