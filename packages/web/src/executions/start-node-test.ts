/** Starts the test of one node in the editor. */
import { PINNED_EXTENSION, pinsOf, type WorkflowNode } from '@millrace/model'
import type { Client } from '../api/client.ts'
import type { DataSources, PortData } from '../data/node-data.ts'
import { fullValues } from '../editor/pins.ts'
import type { EditorSession } from '../editor/session.ts'
import { launchInputs, launchSections } from './launch-fields.ts'
import { type NodeTest, nodeTest } from './node-test.ts'
import { runOf } from './run-of-editor.ts'
import { testableGraph } from './testable-graph.ts'

/** What the test of a node may run, and the known data of an editor. */
export function testSources({ store, lastRun }: EditorSession, node: string): DataSources {
  const { history, catalogue } = store.get()
  return {
    graph: testableGraph(history.document, node, catalogue),
    types: catalogue.types,
    runs: lastRun.store.get().runs,
  }
}

/** Tests a node at once if everything it needs is known, else asks first. */
export async function testNode(session: EditorSession, node: string): Promise<void> {
  const { origin, history } = session.store.get()
  const ids = history.document.nodes.map(({ id }) => id)
  if (origin !== undefined) await session.lastRun.load(origin.id, ids)
  const test = nodeTest(testSources(session, node), node)
  if (test.before.length === 0 && test.open.length === 0) await startNodeTest(session, test)
  else session.setView({ testedNode: node })
}

/** Plans the test again with inputs from the user and starts it. */
export async function testNodeWith(session: EditorSession, node: string, given: PortData): Promise<void> {
  await startNodeTest(session, nodeTest(testSources(session, node), node, given))
}

export async function startNodeTest(session: EditorSession, test: NodeTest): Promise<void> {
  const run = runOf(session)
  const { origin, history, catalogue, view } = session.store.get()
  session.setView({ testedNode: undefined, dataFolds: { ...view.dataFolds, output: true } })
  const nodes = await withFullPins(session.client, test.nodes)
  const isStarted = await run.start({
    document: { nodes, edges: test.edges, config: history.document.config, id: origin?.id },
    isSaved: false,
    inputs: launchInputs(launchSections(test.nodes, catalogue.types), run.store.get().values),
    part: test.running,
  })
  const { failure } = run.store.get()
  if (!isStarted && failure !== undefined) session.report(failure, 'executeWorkflow')
}

/** Loads the pinned values that the service truncated. */
function withFullPins(client: Client, nodes: readonly WorkflowNode[]): Promise<WorkflowNode[]> {
  return Promise.all(
    nodes.map(async (node) => {
      const pins = pinsOf(node)
      if (pins === undefined) return node
      const extensions = { ...node.data?.extensions, [PINNED_EXTENSION]: await fullValues(client, pins) }
      return { ...node, data: { ...node.data, extensions } }
    }),
  )
}
