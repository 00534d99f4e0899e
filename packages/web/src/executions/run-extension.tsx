/**
 * Running workflows as an extension of the editor: a button in the top bar, a side panel, the log below, and marks and
 * values on the canvas. One run session per editor session; it stops with the editor.
 */
import { isDisabled, type PipelineDetail, pinsOf } from '@millrace/model'
import { use, useEffect, useMemo, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { RunData } from '../data/node-data.ts'
import { PortValues } from '../data/port-values.tsx'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { isDirty, NO_OVERLAY } from '../editor/editor-state.ts'
import { checkFreshNodes } from '../editor/fresh-nodes.ts'
import { pinOutputs, unpinOutputs } from '../editor/pins.ts'
import type { EditorSession } from '../editor/session.ts'
import { isAnnotation } from '../graph/node-look.ts'
import { useText } from '../i18n/use-text.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { hrefOf } from '../navigation/router.ts'
import { needsTestCall, TestCallForms, webhooksIn } from '../triggers/test-call-form.tsx'
import { Button } from '../ui/button.tsx'
import type { MenuItem } from '../ui/menu.ts'
import { useStore } from '../ui/store.ts'
import { LogList } from '../viewer/log-list.tsx'
import { viewedNodes } from '../viewer/viewed-nodes.ts'
import { launchInputs, launchSections } from './launch-fields.ts'
import { pinnedNodes } from './pinned-data.ts'
import { allowRuns, mayRun, mayTest, RUN_KEY, runOf } from './run-of-editor.ts'
import { RunPanel } from './run-panel.tsx'
import { pinRunData } from './run-pins.ts'
import { isRunning, NO_EARLIER_RUN } from './run-session.ts'
import { testNode } from './start-node-test.ts'
import { TestNode, TestNodeDialog, useCallerHere, useMayRun, useMayTest } from './test-node.tsx'
import { useRunFromAddress } from './use-run-from-address.ts'

/** Runs the current document, optionally starting at a node, and opens the panel. */
export async function runWorkflow(session: EditorSession, from?: string): Promise<void> {
  const run = runOf(session)
  checkFreshNodes(session)
  const state = session.store.get()
  const { document } = state.history
  session.setView({ side: RUN_KEY })
  const isStarted = await run.start({
    document: { nodes: document.nodes, edges: document.edges, config: document.config, id: state.origin?.id },
    isSaved: state.origin !== undefined && !isDirty(state),
    inputs: launchInputs(launchSections(document.nodes, state.catalogue.types), run.store.get().values),
    from,
  })
  const { failure } = run.store.get()
  if (isStarted || failure === undefined || failure.code === NO_EARLIER_RUN) return
  // The panel shows the error.
  session.report(failure, 'executeWorkflow', { isShown: true })
}

/** Pins the outputs of a node from the last run, or unpins them. */
export async function togglePin(session: EditorSession, id: string): Promise<void> {
  const { document } = session.store.get().history
  const node = document.nodes.find((one) => one.id === id)
  if (node === undefined) return
  if (pinsOf(node) !== undefined) {
    unpinOutputs(session, id)
    return
  }
  const detail = runOf(session).store.get().watched.pipeline?.detail
  const outputs = detail?.jobs.findLast((job) => job.node_id === id && job.output_data !== undefined)?.output_data
  if (outputs === undefined) return
  await pinOutputs(session, id, outputs)
}

function useNodes() {
  const nodes = useEditorState((state) => state.history.document.nodes)
  const types = useEditorState((state) => state.catalogue.types)
  return useMemo(() => ({ nodes, types, viewed: viewedNodes(nodes, types) }), [nodes, types])
}

function selectedIn(selection: { readonly nodes: ReadonlySet<string> }): string | undefined {
  return selection.nodes.size === 1 ? [...selection.nodes][0] : undefined
}

/** The run button: opens the form if there are inputs, otherwise starts a run. */
function RunButton() {
  const t = useText()
  const session = useEditor()
  const run = runOf(session)
  const isBusy = useStore(run.store, isRunning)
  const isAllowed = useMayRun()
  const isShown = useEditorState((state) => state.view.side === RUN_KEY)
  const nodes = useEditorState((state) => state.history.document.nodes)
  const types = useEditorState((state) => state.catalogue.types)
  const hasForm = useMemo(() => launchSections(nodes, types).length > 0 || needsTestCall(nodes), [nodes, types])
  if (isBusy) {
    return (
      <Button look="danger" icon="mdi:stop" onClick={() => void cancel(session)}>
        {t.viewer.cancel}
      </Button>
    )
  }
  const needsForm = !isShown && hasForm
  return (
    <Button
      icon="mdi:play"
      disabled={nodes.length === 0 || !isAllowed}
      data-tip={isAllowed ? t.execution.runsUnsaved : t.runs.mayNotRun}
      onClick={() => (needsForm ? session.setView({ side: RUN_KEY }) : void runWorkflow(session))}
    >
      {t.execution.run}
    </Button>
  )
}

async function cancel(session: EditorSession): Promise<void> {
  try {
    await runOf(session).cancel()
  } catch (error) {
    session.toast({ tone: 'error', text: asApiError(error).message })
  }
}

function RunSide() {
  const session = useEditor()
  const page = use(PageContext)
  const caller = useCallerHere()
  const { nodes, types, viewed } = useNodes()
  const selected = useEditorState((state) => selectedIn(state.selection))
  const isEditable = useEditorState((state) => state.isEditable)
  const origin = useEditorState((state) => state.origin?.id)
  const sections = useMemo(() => launchSections(nodes, types), [nodes, types])
  const pinned = useMemo(() => new Set(pinnedNodes({ nodes })), [nodes])
  const webhooks = useMemo(() => webhooksIn(nodes), [nodes])
  return (
    <RunPanel
      client={session.client}
      run={runOf(session)}
      caller={caller}
      sections={sections}
      nodes={viewed}
      testCalls={webhooks.length === 0 ? undefined : <TestCallForms nodes={webhooks} />}
      pinnedCount={pinned.size}
      selected={selected}
      onSelect={(node) => session.reveal([node])}
      onRun={(from) => void runWorkflow(session, from)}
      onCancel={() => void cancel(session)}
      onClose={() => session.setView({ side: undefined })}
      isPinned={(node) => pinned.has(node)}
      onUseData={isEditable ? (id) => void pinRunData(session, id) : undefined}
      onEdit={(node) => {
        session.select({ nodes: new Set([node]) })
        session.setView({ side: undefined, hasInspector: undefined })
      }}
      onPin={isEditable ? (node) => void togglePin(session, node) : undefined}
      // Only the app has pages to link to; an embedded editor has none.
      linkTo={page === undefined ? undefined : (id) => hrefOf(`/executions/${id}`)}
      listHref={page === undefined || origin === undefined ? undefined : hrefOf(`/executions?workflow=${origin}`)}
    />
  )
}

function RunLog() {
  const session = useEditor()
  const logs = useStore(runOf(session).store, (state) => state.watched.logs)
  const selected = useEditorState((state) => selectedIn(state.selection))
  const { viewed } = useNodes()
  const byId = useMemo(() => new Map(viewed.map((node) => [node.id, node])), [viewed])
  return (
    <div className="mr-run__log">
      <LogList logs={logs} nodes={byId} selected={selected} onSelect={(node) => session.reveal([node])} />
    </div>
  )
}

/** Shows the run on the canvas, and values at its ports. */
function RunOverlay() {
  const session = useEditor()
  const run = runOf(session)
  const edges = useEditorState((state) => state.history.document.edges)
  const detail = useStore(run.store, (state) => state.watched.pipeline?.detail)
  const part = useStore(run.store, (state) => state.part)
  const marks = useStore(run.store, (state) => state.marks)
  const edgeMarks = useStore(run.store, (state) => state.edgeMarks)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useRunFromAddress(session, run, RUN_KEY)
  const isTester = useMayTest()
  const isRunner = useMayRun()
  useEffect(() => allowRuns(session, { mayRun: isRunner, mayTest: isTester }), [session, isRunner, isTester])
  // A preview hides the run until it is closed.
  const isPreviewed = useEditorState((state) => state.overlay.preview !== undefined)
  useEffect(() => {
    if (isPreviewed) return
    // Check again: a preview may have been opened since the render.
    session.store.set((state) =>
      state.overlay.preview === undefined ? { ...state, overlay: { ...state.overlay, marks, edgeMarks } } : state,
    )
  }, [session, marks, edgeMarks, isPreviewed])
  useEffect(() => {
    return () => {
      run.stop()
      session.store.set((state) => (state.overlay.preview === undefined ? { ...state, overlay: NO_OVERLAY } : state))
    }
  }, [session, run])
  // The run stays the source of sample data after it is cleared from the canvas.
  useEffect(() => {
    if (detail !== undefined) session.lastRun.show(part === undefined ? detail : partOf(detail, part))
  }, [session, detail, part])
  const canvas = place?.closest('.mr-editor')?.querySelector<HTMLElement>('.mr-canvas') ?? null
  const workflow = useMemo(() => ({ edges }), [edges])
  return (
    <span ref={setPlace} className="mr-run__overlay">
      <TestNodeDialog />
      <PortValues element={canvas} detail={detail} workflow={workflow} />
    </span>
  )
}

/** A run with only some of its nodes: in the test of one node, the others return known data. */
function partOf(detail: PipelineDetail, part: ReadonlySet<string>): RunData {
  const statuses = Object.entries(detail.node_statuses).filter(([node]) => part.has(node))
  return { ...detail, node_statuses: Object.fromEntries(statuses) }
}

/** Run actions of one node. Notes and ideas never run. */
function nodeItems(session: EditorSession, id: string): MenuItem[] {
  const t = session.text()
  const { history, catalogue, isEditable } = session.store.get()
  const node = history.document.nodes.find((one) => one.id === id)
  if (node === undefined || isAnnotation(node, catalogue.types)) return []
  const run = runOf(session)
  const state = run.store.get()
  const isPinned = pinsOf(node) !== undefined
  const hasOutput = state.watched.pipeline?.detail.jobs.some((job) => job.node_id === id && job.output_data) === true
  return [
    {
      label: t.nodeData.testNode,
      icon: 'mdi:flask-outline',
      disabled: isRunning(state) || isDisabled(node) || !mayTest(session),
      run: () => void testNode(session, id),
    },
    {
      label: t.execution.runFromHere,
      icon: 'mdi:play-circle-outline',
      disabled: isRunning(state) || isDisabled(node) || !mayRun(session),
      run: () => void runWorkflow(session, id),
    },
    ...(isEditable && (isPinned || hasOutput)
      ? [
          {
            label: isPinned ? t.execution.unpin : t.execution.pin,
            icon: isPinned ? 'mdi:pin-off-outline' : 'mdi:pin-outline',
            run: () => void togglePin(session, id),
          },
        ]
      : []),
  ]
}

export const runExtension: EditorExtension = {
  key: RUN_KEY,
  bar: RunButton,
  staysInBar: true,
  side: {
    label: (t) => t.execution.showRunPanel,
    icon: 'mdi:play-circle-outline',
    component: RunSide,
  },
  bottom: {
    label: (t) => t.viewer.tabs.logs,
    component: RunLog,
  },
  background: RunOverlay,
  nodeActions: TestNode,
  nodeItems,
  actions: [
    {
      label: (t) => t.execution.run,
      icon: 'mdi:play',
      keys: ['Mod+Enter'],
      isEnabled: (session) =>
        mayRun(session) &&
        session.store.get().history.document.nodes.length > 0 &&
        !isRunning(runOf(session).store.get()),
      run: (session) => void runWorkflow(session),
    },
  ],
}
