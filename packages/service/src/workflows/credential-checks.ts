/** Checks that the credentials that a workflow refers to exist and fit. Connections are credentials of model providers. */
import {
  type Catalogue,
  credentialProblems,
  credentialReferences,
  type ValidationProblem,
  type WorkflowNode,
} from '@millrace/model'
import type { Store } from '@millrace/store'

export type CredentialChecks = (nodes: readonly WorkflowNode[], project: string) => Promise<ValidationProblem[]>

export function createCredentialChecks(
  store: Pick<Store, 'credentials' | 'connections'>,
  catalogue: Catalogue,
): CredentialChecks {
  return async (nodes, project) => {
    const references = credentialReferences(nodes, catalogue)
    if (references.length === 0) return []
    const names = [...new Set(references.map(({ name }) => name))]
    const types = new Map(await store.credentials.typesOf(names, project))
    const models = references.filter((one) => one.types.includes('model_provider') && !types.has(one.name))
    for (const name of new Set(models.map((one) => one.name))) {
      if ((await store.connections.get(name)) !== undefined) types.set(name, 'model_provider')
    }
    return credentialProblems(references, (name) => types.get(name))
  }
}
