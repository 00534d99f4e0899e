/** Pinned data of nodes: outputs that test runs use instead of running the node. */
import { configOf, type NodePort, type NodeType, portsOf, type WorkflowNode } from '@millrace/model'
import type { Client } from '../api/client.ts'
import { isCut, loadFullValue } from '../data/cut-value.ts'
import type { PortData } from '../data/node-data.ts'
import type { EditorSession } from './session.ts'

/** The ports of a side that carry values. */
export function dataPorts(
  node: WorkflowNode,
  type: NodeType | undefined,
  side: 'inputs' | 'outputs',
): readonly NodePort[] {
  if (type === undefined) return []
  return [...portsOf(type, configOf(node))[side].values()].filter(
    ({ id, dataType }) => dataType !== 'trigger' && dataType !== 'tool' && id !== 'error' && id !== 'loop_back',
  )
}

/** The values with truncated ones loaded in full. */
export async function fullValues(client: Client, values: PortData): Promise<PortData> {
  const entries = Object.entries(values).map(async ([port, value]) => [
    port,
    isCut(value) ? await loadFullValue(client, value) : value,
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Pins exactly these outputs as one undo step. */
export async function pinOutputs(session: EditorSession, node: string, outputs: PortData): Promise<void> {
  const whole = await fullValues(session.client, outputs)
  session.transact('pin', (tx) => tx.pin({ node, outputs: whole }))
}

export function unpinOutputs(session: EditorSession, node: string): void {
  session.transact('unpin', (tx) => tx.unpin({ node }))
}
