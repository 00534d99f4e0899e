/** The last input and output of a node, as shown beside its settings. */

import { type Job, pinsOf, type WorkflowNode } from '@millrace/model'
import { type ReactNode, useState } from 'react'
import { expressionPath, nodeReferences } from '../data/expression-path.ts'
import type { NodeData } from '../data/node-data.ts'
import { useNodeData, useUpstream } from '../data/use-node-data.ts'
import { Values } from '../data/value-view.tsx'
import { typeOf } from '../graph/node-look.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { dateTimeText } from '../ui/date-time-text.ts'
import { Select } from '../ui/select.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { dataPorts, pinOutputs, unpinOutputs } from './pins.ts'

interface PaneProps {
  readonly node: WorkflowNode
}

const OWN = ''

/** The inputs of a node, or the outputs of any node before it. Their values can be dragged into the settings. */
export function InputPane({ node }: PaneProps) {
  const t = useText()
  const { client } = useEditor()
  const data = useNodeData(node.id)
  const upstream = useUpstream(node.id)
  const types = useEditorState((state) => state.catalogue.types)
  const [chosen, setChosen] = useState(OWN)
  const from = upstream.find(({ id }) => id === chosen)
  const hasInputs = dataPorts(node, typeOf(node, types), 'inputs').length > 0
  return (
    <div className="mr-pane">
      {upstream.length > 0 && (
        <Select
          label={t.nodeData.from}
          value={from === undefined ? OWN : chosen}
          options={[
            { value: OWN, label: t.nodeData.ownInputs },
            ...upstream.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={setChosen}
        />
      )}
      {from === undefined ? (
        <>
          <SourceLine data={data} isShown={Object.keys(data.inputs).length > 0} />
          <Values
            client={client}
            loadsAll
            values={data.inputs}
            none={hasInputs ? t.nodeData.noInputYet : t.nodeData.noInputs}
            path={{ start: '', canDrag: true }}
          />
        </>
      ) : (
        <>
          {from.source === 'pinned' && <PinnedBadge />}
          <Values
            key={from.id}
            client={client}
            loadsAll
            values={from.outputs}
            none={t.nodeData.noDataOf(from.title)}
            path={{ start: from.reference, canDrag: true }}
          />
        </>
      )}
    </div>
  )
}

/** The outputs of a node: pinned, or those of the last run. */
export function OutputPane({ node }: PaneProps) {
  const t = useText()
  const { client } = useEditor()
  const data = useNodeData(node.id)
  const nodes = useEditorState((state) => state.history.document.nodes)
  const start = nodeReferences({ nodes }).get(node.id) ?? expressionPath('nodes', [node.id])
  const isPinned = pinsOf(node) !== undefined
  const hasOutput = Object.keys(data.outputs).length > 0
  return (
    <div className="mr-pane">
      <PinBar node={node} data={data} />
      {isPinned ? <PinnedBadge /> : <SourceLine data={data} isShown={data.job !== undefined} />}
      {!isPinned && data.job !== undefined && <Failure job={data.job} />}
      <Values
        client={client}
        loadsAll
        values={data.outputs}
        none={hasOutput || data.job !== undefined ? t.viewer.noOutput : t.nodeData.noOutputYet}
        path={{ start, canDrag: false }}
      />
    </div>
  )
}

function Failure({ job }: { job: Job }) {
  const t = useText()
  if (job.error_message === undefined) return null
  return (
    <div className="mr-error-note" role="alert">
      {job.error_code !== undefined && <code className="mr-error-note__code">{job.error_code}</code>}
      <p>{t.message(job.error_message)}</p>
    </div>
  )
}

function PinnedBadge() {
  const t = useText()
  return (
    <p className="mr-pane__source">
      <Badge tone="accent" icon="mdi:pin">
        {t.nodeData.pinned}
      </Badge>
    </p>
  )
}

/** Which run the values come from. */
function SourceLine({ data, isShown }: { data: NodeData; isShown: boolean }) {
  const t = useText()
  if (!isShown || data.created === undefined) return null
  return <p className="mr-pane__source mr-muted mr-small">{t.nodeData.fromRun(dateTimeText(data.created, t))}</p>
}

/** Pins, edits or unpins the outputs. */
function PinBar({ node, data }: PaneProps & { data: NodeData }) {
  const t = useText()
  const session = useEditor()
  const isEditable = useEditorState((state) => state.isEditable)
  const types = useEditorState((state) => state.catalogue.types)
  const [isOpen, setOpen] = useState(false)
  const isPinned = pinsOf(node) !== undefined
  if (!isEditable || dataPorts(node, typeOf(node, types), 'outputs').length === 0) return null
  const act = (icon: string, label: ReactNode, run: () => void) => (
    <Button small icon={icon} data-tip={t.execution.pinHint} onClick={run}>
      {label}
    </Button>
  )
  return (
    <div className="mr-pane__acts">
      {isPinned
        ? act('mdi:pin-off-outline', t.execution.unpin, () => unpinOutputs(session, node.id))
        : Object.keys(data.outputs).length > 0 &&
          act('mdi:pin-outline', t.execution.pin, () => void pinOutputs(session, node.id, data.outputs))}
      {act('mdi:pencil-outline', isPinned ? t.nodeData.editPinned : t.nodeData.setOutput, () => setOpen(true))}
      {isOpen && <PinDialog node={node} onClose={() => setOpen(false)} />}
    </div>
  )
}
