/** Approval of an agent's tool calls. Questions are asked one by one, and replies arrive in order. */
import { type AskResult, ask, type Reply, type RunContext, type Tool } from '@millrace/model'
import { badSetting } from '../../running/input-values.ts'
import { shortText } from './truncate.ts'
import type { PlannedCall, Refusal } from './turn.ts'

interface ApprovalSettings {
  readonly approveTools?: boolean
  readonly approveOnly?: readonly string[]
  readonly expiresIn?: number
}

const MAX_ARGUMENTS = 2000

/**
 * Returns which tools need approval. An unknown name is an error, because the tool it was meant for would be unguarded.
 */
export function approvalRule(
  { approveTools, approveOnly = [] }: ApprovalSettings,
  tools: readonly Tool[],
): (tool: Tool) => boolean {
  if (approveTools !== true) return () => false
  if (approveOnly.length === 0) return () => true
  const isNamed = ({ name, label }: Tool, entry: string) => entry === name || entry === label
  const unknown = approveOnly.find((entry) => !tools.some((tool) => isNamed(tool, entry)))
  if (unknown !== undefined) throw badSetting('approveOnly', `contains "${unknown}", which is not a connected tool`)
  return (tool) => approveOnly.some((entry) => isNamed(tool, entry))
}

/**
 * The decision for each call: undefined if allowed, else the refusal. Returns the next question if one is still open.
 */
export function approvalsOf(
  calls: readonly PlannedCall[],
  replies: readonly Reply[],
  question: (call: PlannedCall) => AskResult,
): AskResult | readonly (Refusal | undefined)[] {
  const refusals: (Refusal | undefined)[] = []
  let at = 0
  for (const call of calls) {
    const reply = call.asks ? replies[at++] : undefined
    if (call.asks && reply === undefined) return question(call)
    refusals.push(call.refusal ?? (reply === undefined ? undefined : refusalIn(reply)))
  }
  return refusals
}

/** The question that asks a person to allow a call. */
export function questionAbout(
  { name, args }: PlannedCall,
  tools: readonly Tool[],
  { config, effects }: Pick<RunContext<ApprovalSettings>, 'config' | 'effects'>,
): AskResult {
  const label = tools.find((tool) => tool.name === name)?.label ?? name
  const how = Object.keys(args).length === 0 ? 'without arguments' : `with ${shortText(args, MAX_ARGUMENTS)}`
  const { expiresIn } = config
  return ask({
    type: 'confirmation',
    config: { message: `Allow the agent to call "${label}" ${how}?`, confirm_label: 'Allow', cancel_label: 'Refuse' },
    allowCancel: true,
    ...(expiresIn === undefined ? {} : { expiresAt: effects.now() + expiresIn * 1000 }),
  })
}

function refusalIn(reply: Reply): Refusal | undefined {
  if (reply.status === 'expired') {
    return { code: 'NOT_ALLOWED', message: 'This call was not approved in time. It was not executed.' }
  }
  if (reply.status === 'answered' && reply.value === true) return undefined
  return { code: 'NOT_ALLOWED', message: 'A person rejected this call. It was not executed.' }
}
