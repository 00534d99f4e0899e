/** How long and how large anything may be that an MCP server sends. */
export interface McpLimits {
  /** To connect and shake hands. */
  readonly connectMs: number
  /** For one page of tools. */
  readonly listMs: number
  /** For a call that says nothing; one that reports progress may take longer. */
  readonly callMs: number
  /** For any call. */
  readonly longestCallMs: number
  /** How long a connection is kept that nobody uses. */
  readonly idleMs: number
  /** Of one answer. */
  readonly maxBytes: number
  readonly maxTools: number
  /** Of a description or of the text of an error. */
  readonly maxTextLength: number
}

export const MCP_LIMITS: McpLimits = {
  connectMs: 20_000,
  listMs: 20_000,
  callMs: 120_000,
  longestCallMs: 600_000,
  idleMs: 60_000,
  maxBytes: 4 * 1024 * 1024,
  maxTools: 500,
  maxTextLength: 2000,
}
