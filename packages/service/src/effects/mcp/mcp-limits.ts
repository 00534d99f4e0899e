/** Limits of time and size for MCP servers. */
export interface McpLimits {
  /** To connect and initialise. */
  readonly connectMs: number
  /** For one page of tools. */
  readonly listMs: number
  /** For a call without progress reports; each report restarts it. */
  readonly callMs: number
  /** For any call, with or without progress reports. */
  readonly longestCallMs: number
  /** How long an unused connection stays open. */
  readonly idleMs: number
  /** Maximum size of one response. */
  readonly maxBytes: number
  readonly maxTools: number
  /** Maximum length of a description or an error text. */
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
