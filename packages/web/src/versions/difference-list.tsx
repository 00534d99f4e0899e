import type { Graph, WorkflowDiff } from '@millrace/model'
import { useMemo } from 'react'
import { changeLines, namedEdges } from '../editor/change-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'

interface DifferenceListProps {
  readonly diff: WorkflowDiff
  /** The graph on which the difference is drawn: connections are then described by the names of their nodes. */
  readonly graph?: Graph
  /** Scrolls a node into view. */
  readonly onShow?: ((node: string) => void) | undefined
}

type Kind = 'added' | 'removed' | 'changed'

const ICONS: Readonly<Record<Kind, string>> = {
  added: 'mdi:plus-circle-outline',
  removed: 'mdi:minus-circle-outline',
  changed: 'mdi:pencil-circle-outline',
}
const KINDS: readonly Kind[] = ['added', 'removed', 'changed']

/** A difference as text: every added, removed and changed node and connection. */
export function DifferenceList({ diff, graph, onShow }: DifferenceListProps) {
  const t = useText()
  const edges = useMemo(() => (graph === undefined ? diff.edges : namedEdges(diff.edges, graph)), [diff.edges, graph])
  return (
    <div className="mr-diff">
      {diff.workflow.length > 0 && (
        <Group title={t.versions.workflow}>
          <li className="mr-diff__item" data-kind="changed">
            <Icon name={ICONS.changed} size={15} />
            <Lines lines={changeLines(diff.workflow, t)} />
          </li>
        </Group>
      )}
      <Parts title={t.versions.nodes} parts={diff.nodes} onShow={onShow} />
      <Parts title={t.versions.edges} parts={edges} />
    </div>
  )
}

interface PartsProps {
  readonly title: string
  readonly parts: WorkflowDiff['nodes']
  readonly onShow?: ((node: string) => void) | undefined
}

function Parts({ title, parts, onShow }: PartsProps) {
  const t = useText()
  if (KINDS.every((kind) => parts[kind].length === 0)) return null
  return (
    <Group title={title}>
      {KINDS.flatMap((kind) =>
        parts[kind].map((part) => (
          <li key={`${kind} ${part.id}`} className="mr-diff__item" data-kind={kind}>
            <Icon name={ICONS[kind]} size={15} />
            <div className="mr-grow">
              <span className="mr-visually-hidden">{t.versions[kind]}: </span>
              {onShow === undefined ? (
                <span className="mr-diff__name">{part.label}</span>
              ) : (
                <button
                  type="button"
                  className="mr-diff__name"
                  aria-label={t.versions.show(part.label)}
                  onClick={() => onShow(part.id)}
                >
                  {part.label}
                </button>
              )}
              {'changes' in part && Array.isArray(part.changes) && <Lines lines={changeLines(part.changes, t)} />}
            </div>
          </li>
        )),
      )}
    </Group>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mr-diff__title">{title}</h3>
      <ul className="mr-diff__list">{children}</ul>
    </section>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div className="mr-diff__lines">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
