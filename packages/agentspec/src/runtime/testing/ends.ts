import { NodeFailure } from '@millrace/model'
import type { Flow } from '../../components.ts'
import { type Drive, driveFlow } from './drive-flow.ts'
import { flowOf } from './flow-of.ts'

/** What a flow gives. */
export async function outputs(drive: Drive): Promise<unknown> {
  const { end } = await driveFlow(drive)
  if (end instanceof NodeFailure) throw end
  return end.outputs
}

/** How a flow fails. */
export async function failure(drive: Drive): Promise<unknown> {
  const { end } = await driveFlow(drive)
  return end instanceof NodeFailure ? { code: end.code, message: end.message } : end
}

/** start -> node -> end, by matching names. */
export function around(
  node: Parameters<typeof flowOf>[0]['nodes'][string],
  ins: Flow['inputs'] & object,
  outs: Flow['outputs'] & object,
): Flow {
  return flowOf({
    nodes: { start: { kind: 'start', inputs: ins }, node, end: { kind: 'end', outputs: outs } },
    control: 'start -> node -> end',
  })
}
