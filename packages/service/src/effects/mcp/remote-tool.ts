/** A tool of an MCP server. */
export interface RemoteTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  call(args: Readonly<Record<string, unknown>>): Promise<unknown>
}
