/** Checks Kubernetes objects against the schemas of the Kubernetes API, without a cluster. */

export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
}

/** Throws if an object does not match the schema of its kind. */
export async function validateObject({ apiVersion, kind, ...rest }: KubernetesObject): Promise<void> {
  const models: Record<string, new (given: object) => { validate(): void }> = await import(
    /* @vite-ignore */ `kubernetes-models/${apiVersion}`
  )
  const Model = models[kind]
  if (Model === undefined) throw new Error(`${apiVersion} has no ${kind}`)
  new Model(rest).validate()
}
