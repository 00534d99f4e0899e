/** A string that only its own kind of thing may be used for. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }

export type WorkflowId = Brand<string, 'WorkflowId'>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of a UUID, whatever its version. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
