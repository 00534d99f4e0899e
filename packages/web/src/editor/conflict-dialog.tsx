import type { Change, Workflow, WorkflowDiff } from '@millrace/model'
import { useMemo } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { relativeTime } from '../ui/relative-time.ts'
import { Badge } from '../ui/small-parts.tsx'
import { differenceBetween } from './document-difference.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import { documentOf } from './editor-document.ts'
import { save, takeTheirs } from './save.ts'

/** Dialog for a save conflict: shows the differences and asks which version to keep. */
export function ConflictDialog({ theirs }: { theirs: Workflow }) {
  const t = useText()
  const session = useEditor()
  const mine = useEditorState((state) => state.history.document)
  const catalogue = useEditorState((state) => state.catalogue)
  const diff = useMemo(() => differenceBetween(documentOf(theirs), mine, catalogue), [theirs, mine, catalogue])
  const later = () => session.store.set({ conflict: undefined })
  return (
    <Dialog
      title={t.editor.conflict.title}
      wide
      onClose={later}
      footer={
        <>
          <Button onClick={later}>{t.ui.cancel}</Button>
          <Button data-tip={t.editor.conflict.theirsHint} onClick={() => takeTheirs(session, theirs)}>
            {t.editor.conflict.theirs}
          </Button>
          <Button
            look="primary"
            data-tip={t.editor.conflict.mineHint}
            onClick={() => void save(session, { revision: theirs.revision })}
          >
            {t.editor.conflict.mine}
          </Button>
        </>
      }
    >
      <p>{t.editor.conflict.text(theirs.revision, relativeTime(theirs.metadata.updatedAt, Date.now(), t))}</p>
      <h3 className="mr-field__label">{t.editor.conflict.difference}</h3>
      <Difference diff={diff} />
    </Dialog>
  )
}

const TONES = { added: 'success', removed: 'error', changed: 'warning' } as const

/** A difference of two workflows as a list of added, removed and changed parts. */
export function Difference({ diff }: { diff: WorkflowDiff }) {
  const t = useText()
  const rows = [
    ...partRows(t.editor.conflict.nodes, diff.nodes),
    ...partRows(t.editor.conflict.edges, diff.edges),
    ...diff.workflow.map((change) => ({
      where: t.editor.conflict.workflow,
      label: change.path.slice(1),
      kind: 'changed' as const,
      paths: [valuesText(change)],
    })),
  ]
  if (rows.length === 0) return <p className="mr-muted">{t.editor.conflict.same}</p>
  return (
    <ul role="list" className="mr-difference">
      {rows.map(({ where, label, kind, paths }) => (
        <li key={`${where}:${kind}:${label}`}>
          <Badge tone={TONES[kind]}>{t.editor.conflict[kind]}</Badge>
          <span className="mr-muted">{where}</span>
          <strong className="mr-clip">{label}</strong>
          <span className="mr-mono mr-clip mr-muted">{paths.join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

/** The path of a change with the old and the new value. */
function changeText(change: Change): string {
  return `${change.path.replace('/data/config/', '').replace(/^\//, '')}: ${valuesText(change)}`
}

function valuesText({ from, to }: Change): string {
  return `${shortText(from)} → ${shortText(to)}`
}

const MAX_LENGTH = 60

function shortText(value: unknown): string {
  const text = value === undefined ? '–' : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

function partRows(where: string, { added, removed, changed }: WorkflowDiff['nodes']) {
  return [
    ...added.map(({ label }) => ({ where, label, kind: 'added' as const, paths: [] as string[] })),
    ...removed.map(({ label }) => ({ where, label, kind: 'removed' as const, paths: [] as string[] })),
    ...changed.map(({ label, changes }) => ({
      where,
      label,
      kind: 'changed' as const,
      paths: changes.map(changeText),
    })),
  ]
}
