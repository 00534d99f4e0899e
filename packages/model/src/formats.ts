/** Names of workflow formats (`metadata.format`, and `formats` of node types). */
export const NATIVE_FORMAT = 'millrace'

/** The public editor's name for the same format. Accepted as a synonym; a document keeps the name it has. */
export const PUBLIC_FORMAT = 'flowdrop'

export const AGENTSPEC_FORMAT = 'agentspec'

/** True for types that only Agent Spec workflows offer. */
export function isAgentSpecType({ formats }: { readonly formats?: readonly string[] }): boolean {
  return formats?.length === 1 && formats[0] === AGENTSPEC_FORMAT
}
