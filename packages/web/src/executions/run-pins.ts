/** Uses the data of a past run in the editor. */
import { type Graph, type PipelineDetail, parseHandle } from '@millrace/model'
import type { PortData } from '../data/node-data.ts'
import { fullValues } from '../editor/pins.ts'
import type { EditorSession } from '../editor/session.ts'

/** Pins what the start nodes of a run delivered, so that the next test runs get the same data. One undo step. */
export async function pinRunData(session: EditorSession, executionId: string): Promise<void> {
  const { client, store } = session
  try {
    const detail = await client.getPipeline({ id: executionId })
    session.lastRun.show(detail)
    const pins = await startPins(session, store.get().history.document, detail)
    if (pins.length > 0) {
      session.transact('pin', (tx) => {
        for (const { node, outputs } of pins) tx.pin({ node, outputs })
      })
    }
    session.toast({ text: session.text().nodeData.pinnedRun(pins.length) })
  } catch (error) {
    session.report(error, 'executeWorkflow')
  }
}

/** The outputs of the nodes that a run started with. */
async function startPins({ client }: EditorSession, graph: Graph, { jobs }: PipelineDetail) {
  const found: { node: string; outputs: PortData }[] = []
  for (const node of startNodes(graph)) {
    const outputs = jobs.findLast((job) => job.node_id === node && job.output_data !== undefined)?.output_data
    if (outputs !== undefined && Object.keys(outputs).length > 0) {
      found.push({ node, outputs: await fullValues(client, outputs) })
    }
  }
  return found
}

/** The nodes that nothing is connected to, except that they may repeat. */
export function startNodes({ nodes, edges }: Graph): string[] {
  const later = new Set(
    edges.flatMap(({ target, targetHandle }) =>
      parseHandle(targetHandle ?? '', target, 'input') === 'loop_back' ? [] : [target],
    ),
  )
  return nodes.map(({ id }) => id).filter((id) => !later.has(id))
}
