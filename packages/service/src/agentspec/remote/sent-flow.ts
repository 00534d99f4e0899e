/** Converts a submitted document for a remote runtime. Pure, so that a worker thread can convert large documents. */
import {
  type Flow,
  flowOfAgent,
  readAgentSpec,
  validateFlow,
  writeOfficial,
  writeSimpleFlow,
} from '@millrace/agentspec'
import { withoutSecrets } from '../flows/flow-secrets.ts'

export interface SendingForm {
  readonly dialect: 'simple' | 'official'
  /** False to remove secrets, because the connection is not encrypted. */
  readonly withSecrets: boolean
}

export interface SentFlow {
  /** As JSON. */
  readonly flow: string
  /** Names of its nodes. */
  readonly nodes: readonly string[]
  readonly errors?: undefined
}

export interface UnsendableFlow {
  readonly errors: readonly string[]
}

/** The flow of a document, or its errors; references are resolved by the remote runtime. */
export function sentFlow(document: unknown, { dialect, withSecrets }: SendingForm): SentFlow | UnsendableFlow {
  const read = readAgentSpec(document)
  if (read.errors !== undefined) return { errors: read.errors }
  const flow: Flow | undefined = read.flow ?? (read.agent && flowOfAgent(read.agent, { isConversation: true }))
  if (flow === undefined) return { errors: ['The document has no flow and no agent'] }
  const { errors } = validateFlow(flow)
  if (errors.length > 0) return { errors }
  const sent = withSecrets ? flow : withoutSecrets(flow)
  const written = dialect === 'official' ? writeOfficial(sent) : writeSimpleFlow(sent)
  return { flow: JSON.stringify(written), nodes: flow.nodes.map(({ name }) => name) }
}
