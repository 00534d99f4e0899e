/** A nominal string type: values of different brands are not assignable to each other. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }

export type WorkflowId = Brand<string, 'WorkflowId'>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
