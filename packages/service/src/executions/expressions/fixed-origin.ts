/** Keeps stored secrets at the hosts that the author of a node chose, even if its address is an expression. */
import {
  NodeFailure,
  type NodeType,
  type PlanExpression,
  type PlanTool,
  plainSetting,
  portsOf,
  settingKeys,
} from '@millrace/model'

interface Address {
  readonly value: unknown
  readonly type: NodeType | undefined
}

/**
 * Refuses an address at another origin than the one that is written out in the expression, or else in the plain setting.
 * Data may choose the path of an address, not the host: a caller who may only run the workflow could read the secret.
 */
export function refuseOtherOrigin(node: PlanTool, expression: PlanExpression, { value, type }: Address): void {
  if (type === undefined || !isAddress(type, node, expression.setting)) return
  const chosen = writtenOrigin(expression) ?? originOf(plainSetting(node.config, expression.setting))
  if (chosen !== undefined && originOf(value) === chosen) return
  const expected = chosen === undefined ? 'must start with a fixed host' : `must be an address at ${chosen}`
  throw new NodeFailure(
    'BAD_SETTINGS',
    `The node has a stored secret, so the expression in "${expression.setting}" ${expected}.`,
  )
}

const ADDRESS_KEY = /(url|uri|endpoint|host|server|address)$/i

function isAddress(type: NodeType, { config }: PlanTool, setting: string): boolean {
  const keys = settingKeys(setting)
  const last = keys.at(-1) ?? ''
  if (ADDRESS_KEY.test(last)) return true
  return keys.length === 1 && portsOf(type, config).inputs.get(last)?.dataType === 'url'
}

/** The origin of an address whose host is written out before the first expression. */
function writtenOrigin({ parts: [first] }: PlanExpression): string | undefined {
  if (typeof first !== 'string') return undefined
  // Without a character after the host, an expression could extend its name.
  const written = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+[/?#]/i.exec(first)?.[0]
  return written === undefined ? undefined : originOf(written)
}

function originOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address.trim()) : null
  if (url === null) return undefined
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin
}
