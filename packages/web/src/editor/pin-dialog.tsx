import { pinsOf, type WorkflowNode } from '@millrace/model'
import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { PortData } from '../data/node-data.ts'
import { TypedFields, useTypedFields } from '../data/typed-fields.tsx'
import { useNodeData } from '../data/use-node-data.ts'
import { typeOf } from '../graph/node-look.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { dateTimeText } from '../ui/date-time-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { Select } from '../ui/select.tsx'
import { Spinner } from '../ui/small-parts.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { dataPorts, fullValues, pinOutputs, unpinOutputs } from './pins.ts'

interface PinDialogProps {
  readonly node: WorkflowNode
  readonly onClose: () => void
}

/** Types, pastes or imports the pinned outputs of a node. Starts with what is pinned, else with the last outputs. */
export function PinDialog(props: PinDialogProps) {
  const t = useText()
  const { client } = useEditor()
  const { toast } = useOverlays()
  const { outputs } = useNodeData(props.node.id)
  const [initial, setInitial] = useState<PortData>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: later runs do not overwrite what the user types
  useEffect(() => {
    fullValues(client, outputs).then(setInitial, (error: unknown) => {
      toast({ tone: 'error', text: asApiError(error).message })
      setInitial({})
    })
  }, [])
  if (initial !== undefined) return <PinForm {...props} initial={initial} />
  return (
    <Dialog title={t.nodeData.pinTitle} wide onClose={props.onClose}>
      <Spinner />
    </Dialog>
  )
}

function PinForm({ node, onClose, initial }: PinDialogProps & { initial: PortData }) {
  const t = useText()
  const session = useEditor()
  const types = useEditorState((state) => state.catalogue.types)
  const rules = useEditorState((state) => state.rules)
  const ports = dataPorts(node, typeOf(node, types), 'outputs')
  const fields = useTypedFields(ports, initial)
  const isPinned = pinsOf(node) !== undefined
  const canPin = fields.problems.size === 0 && Object.keys(fields.values).length > 0
  const pin = () => {
    void pinOutputs(session, node.id, fields.values)
    onClose()
  }
  const unpin = () => {
    unpinOutputs(session, node.id)
    onClose()
  }
  return (
    <Dialog
      title={t.nodeData.pinTitle}
      wide
      onClose={onClose}
      footer={
        <>
          {isPinned && (
            <Button icon="mdi:pin-off-outline" onClick={unpin}>
              {t.execution.unpin}
            </Button>
          )}
          <span className="mr-grow" />
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" icon="mdi:pin-outline" disabled={!canPin} onClick={pin}>
            {t.nodeData.pinData}
          </Button>
        </>
      }
    >
      <p className="mr-muted">{t.nodeData.pinText}</p>
      <ImportFromRun node={node} onImport={fields.fill} />
      <TypedFields ports={ports} fields={fields} nameOf={rules.nameOf} />
    </Dialog>
  )
}

interface PastRun {
  readonly id: string
  readonly label: string
}

const SHOWN_RUNS = 20

/** Fills the fields with the outputs of the node in a past run. */
function ImportFromRun({ node, onImport }: { node: WorkflowNode; onImport: (outputs: PortData) => void }) {
  const t = useText()
  const { client } = useEditor()
  const { toast } = useOverlays()
  const workflowId = useEditorState((state) => state.origin?.id)
  const [runs, setRuns] = useState<readonly PastRun[]>([])
  const [chosen, setChosen] = useState('')
  useEffect(() => {
    if (workflowId === undefined) return
    client.listExecutions({ workflow_id: workflowId, limit: SHOWN_RUNS }).then(
      ({ items }) =>
        setRuns(
          items.map(({ id, created, status }) => ({
            id,
            label: `${dateTimeText(created, t)} · ${t.status.step[status]}`,
          })),
        ),
      // The list is optional: without permission there is none.
      () => setRuns([]),
    )
  }, [client, workflowId, t])
  if (runs.length === 0) return null
  const load = async (id: string) => {
    setChosen(id)
    try {
      const { jobs } = await client.getPipeline({ id })
      const outputs = jobs.findLast((job) => job.node_id === node.id && job.output_data !== undefined)?.output_data
      if (outputs === undefined) toast({ tone: 'warning', text: t.nodeData.noOutputInRun })
      else onImport(await fullValues(client, outputs))
    } catch (error) {
      toast({ tone: 'error', text: asApiError(error).message })
    }
  }
  return (
    <Select
      label={t.nodeData.importRun}
      value={chosen}
      options={[{ value: '', label: t.nodeData.importRun }, ...runs.map(({ id, label }) => ({ value: id, label }))]}
      onChange={(id) => (id === '' ? setChosen('') : void load(id))}
    />
  )
}
