/** Checks that the credentials that a workflow refers to exist and fit. Connections are credentials of model providers. */
import {
  type Catalogue,
  credentialProblems,
  credentialReferences,
  type ValidationProblem,
  type WorkflowNode,
} from '@millrace/model'
import type { Store } from '@millrace/store'

const MODEL_PROVIDER = 'model_provider'

export type CredentialChecks = (nodes: readonly WorkflowNode[], project: string) => Promise<ValidationProblem[]>

export function createCredentialChecks(
  store: Pick<Store, 'credentials' | 'connections'>,
  catalogue: Catalogue,
): CredentialChecks {
  return async (nodes, project) => {
    const references = credentialReferences(nodes, catalogue)
    if (references.length === 0) return []
    const names = [...new Set(references.map(({ name }) => name))]
    const types = await store.credentials.typesOf(names, project)
    // As in a run: a connection is used if the project has no credential of a model provider with its name.
    const models = references.filter(
      (one) => one.types.includes(MODEL_PROVIDER) && types.get(one.name) !== MODEL_PROVIDER,
    )
    const connections = new Set<string>()
    for (const name of new Set(models.map((one) => one.name))) {
      if ((await store.connections.get(name)) !== undefined) connections.add(name)
    }
    const connected = new Set(models.filter(({ name }) => connections.has(name)))
    return credentialProblems(
      references.filter((one) => !connected.has(one)),
      (name) => types.get(name),
    )
  }
}
