/** Tools that are registered with the service or offered by an MCP server. */
type Fields = Readonly<Record<string, unknown>>

/** A registered tool, ready to be called. */
export interface RegisteredTool {
  readonly name: string
  readonly description?: string
  /** Properties of JSON Schema, each with its name as title. */
  readonly inputs: readonly (Fields & { readonly title: string })[]
  readonly outputs: readonly (Fields & { readonly title: string })[]
  /** Whether a person must approve every call. */
  readonly requiresConfirmation: boolean
  /** Whether a call that a crash interrupted may be repeated. */
  mayRunAgain(args: Fields, settings: Fields): Promise<boolean>
  /** The key is the same if the call is repeated after a crash. */
  call(args: Fields, key: string, settings: Fields): Promise<unknown>
}

/** A tool that an MCP server offers. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Fields
  call(args: Fields): Promise<unknown>
}
