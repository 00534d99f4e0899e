import type { Caller } from '@millrace/client'
import { isDisabled, titleOf, type WorkflowNode } from '@millrace/model'
import { use, useEffect, useMemo } from 'react'
import { asApiError } from '../api/api-error.ts'
import { callerIn } from '../api/may-in.ts'
import { TypedFields, useTypedFields } from '../data/typed-fields.tsx'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import { useProject } from '../editor/use-project.ts'
import { useText } from '../i18n/use-text.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useStore } from '../ui/store.ts'
import { type NodeTest, nodeTest, titlesOf } from './node-test.ts'
import { RUN_KEY, runOf } from './run-of-editor.ts'
import { isRunning } from './run-session.ts'
import { startNodeTest, testNode, testNodeWith, testSources } from './start-node-test.ts'

/** Runs one node with its last inputs, and shows its output beside the settings. */
export function TestNode({ node }: { readonly node: string }) {
  const t = useText()
  const session = useEditor()
  const run = runOf(session)
  const isBusy = useStore(run.store, isRunning)
  const isTesting = useStore(run.store, (state) => state.part?.has(node) === true) && isBusy
  const isOff = useEditorState(({ history }) =>
    history.document.nodes.some((one) => one.id === node && isDisabled(one)),
  )
  const isAllowed = useMayTest()
  useOpenQuestions(node)
  if (isTesting) {
    const cancel = () =>
      void run.cancel().catch((error: unknown) => session.toast({ tone: 'error', text: asApiError(error).message }))
    return (
      <Button small look="danger" icon="mdi:stop" onClick={cancel}>
        {t.viewer.cancel}
      </Button>
    )
  }
  return (
    <Button
      small
      icon="mdi:flask-outline"
      disabled={isBusy || isOff || !isAllowed}
      data-tip={!isAllowed ? t.nodeData.testNotAllowed : isOff ? t.disabled.cannotTest : t.nodeData.testHint}
      onClick={() => void testNode(session, node)}
    >
      {t.nodeData.testNode}
    </Button>
  )
}

/** The person with the permissions in the project of the workflow. Undefined in an embedded editor: the service checks its token. */
export function useCallerHere(): Caller | undefined {
  const page = use(PageContext)
  const project = useProject()
  return useMemo(() => callerIn(page?.caller, project), [page?.caller, project])
}

export function useMayRun(): boolean {
  const caller = useCallerHere()
  return caller === undefined || caller.permissions.includes('run')
}

/** A read-only editor of the app may test nodes if the person may run workflows; a read-only embed may not. */
export function useMayTest(): boolean {
  const isEditable = useEditorState((state) => state.isEditable)
  return useCallerHere()?.permissions.includes('run') ?? isEditable
}

/** A tested node that asks a person is answered in the run panel. */
function useOpenQuestions(node: string): void {
  const session = useEditor()
  const asks = useStore(
    runOf(session).store,
    ({ part, watched }) => part?.has(node) === true && watched.questions.length > 0,
  )
  useEffect(() => {
    if (asks) session.setView({ nodeView: undefined, side: RUN_KEY })
  }, [asks, session])
}

/** Asks for what the test of a node lacks: inputs by hand, or consent to run the nodes before it. */
export function TestNodeDialog() {
  const session = useEditor()
  const id = useEditorState((state) => state.view.testedNode)
  const node = useEditorState(({ history }) => history.document.nodes.find((one) => one.id === id))
  if (node === undefined) return null
  return <TestForm key={node.id} node={node} onClose={() => session.setView({ testedNode: undefined })} />
}

function TestForm({ node, onClose }: { node: WorkflowNode; onClose: () => void }) {
  const t = useText()
  const session = useEditor()
  const document = useEditorState((state) => state.history.document)
  const rules = useEditorState((state) => state.rules)
  const test = useMemo(() => nodeTest(testSources(session, node.id), node.id), [session, node.id])
  const fields = useTypedFields(test.open, {})
  const before = titlesOf(document, test.before)
  const referred = useMemo(() => {
    const filled = Object.fromEntries(test.open.map(({ id }) => [id, null]))
    return titlesOf(document, nodeTest(testSources(session, node.id), node.id, filled).before)
  }, [session, document, node.id, test])
  const isFilled = test.open.every(({ id }) => Object.hasOwn(fields.values, id)) && fields.problems.size === 0
  const canRunBefore = before.length > 0 && test.open.every((port) => !port.required || isFed(test, node.id, port.id))
  return (
    <Dialog
      title={t.nodeData.testTitle(titleOf(node) || node.id)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          {test.open.length > 0 && (
            <Button
              look={canRunBefore ? 'plain' : 'primary'}
              disabled={!isFilled}
              onClick={() => void testNodeWith(session, node.id, fields.values)}
            >
              {t.nodeData.testWithInputs}
            </Button>
          )}
          {canRunBefore && (
            <Button look="primary" icon="mdi:play" onClick={() => void startNodeTest(session, test)}>
              {t.nodeData.runBefore(before.length)}
            </Button>
          )}
        </>
      }
    >
      {canRunBefore && <p>{t.nodeData.beforeText(before.join(', '))}</p>}
      {test.open.length > 0 && (
        <>
          <p className="mr-muted">{canRunBefore ? t.nodeData.orByHand : t.nodeData.byHand}</p>
          <TypedFields ports={test.open} fields={fields} nameOf={rules.nameOf} />
          {referred.length > 0 && <p className="mr-muted">{t.nodeData.referred(referred.join(', '))}</p>}
        </>
      )}
    </Dialog>
  )
}

/** True if a node of the test delivers to the input. */
function isFed({ edges }: NodeTest, node: string, port: string): boolean {
  return edges.some(({ targetHandle }) => targetHandle === `${node}-input-${port}`)
}
