import { useMemo, useState } from 'react'
import { STATUS_GROUPS } from '../../graph/step-status.ts'
import { useText } from '../../i18n/use-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { durationOf, durationText } from '../durations.ts'
import { cardsOf, columnsOf, type FilledColumn, filledColumns, type KanbanCard } from '../kanban-columns.ts'
import { StatusPill } from '../status-pill.tsx'
import { useClock } from '../use-clock.ts'
import type { BuiltInViewProps } from './view-props.ts'

type KanbanViewProps = Pick<BuiltInViewProps, 'pipeline' | 'nodes' | 'selected' | 'onSelect'>

/** Jobs as cards in status columns. */
export function KanbanView({ pipeline: { detail }, nodes, selected, onSelect }: KanbanViewProps) {
  const t = useText()
  const columns = useMemo(
    () => filledColumns(columnsOf(detail.kanban_config, t), cardsOf(detail, nodes)),
    [detail, nodes, t],
  )
  const now = useClock(detail.jobs.some(({ status }) => status === 'running'))
  // A node in a loop has many cards; only the clicked one is highlighted.
  const [clicked, setClicked] = useState<KanbanCard>()
  const isSelected = (card: KanbanCard) =>
    card.node.id === selected && (clicked?.node.id !== selected || clicked?.id === card.id)
  const select = (card: KanbanCard) => {
    setClicked(card)
    onSelect(card.node.id)
  }
  return (
    <div className="mr-kanban mr-scroll">
      {columns.map((column) => (
        <Column key={column.key} column={column} isSelected={isSelected} onSelect={select} now={now} />
      ))}
    </div>
  )
}

interface ColumnProps {
  readonly column: FilledColumn
  readonly isSelected: (card: KanbanCard) => boolean
  readonly onSelect: (card: KanbanCard) => void
  readonly now: number
}

/** Maximum number of cards per column, newest first: a loop has a card per iteration. */
const MAX_CARDS = 200

function Column({ column, isSelected, onSelect, now }: ColumnProps) {
  const t = useText()
  const { label, icon, color, cards, showsPills } = column
  const hidden = Math.max(0, cards.length - MAX_CARDS)
  // Skipped steps share a column with completed ones and are counted separately.
  const skipped = label === t.status.step.skipped ? 0 : cards.filter(({ status }) => status === 'skipped').length
  const count = t.runOverlay.cards(cards.length - skipped, skipped)
  return (
    <section
      className="mr-kanban__column"
      aria-label={`${label}: ${count}`}
      style={color === undefined ? undefined : ({ '--column': color } as React.CSSProperties)}
    >
      <h2 className="mr-kanban__head">
        {icon !== undefined && <Icon name={icon} size={15} />}
        {icon === undefined && color !== undefined && <span className="mr-kanban__dot" />}
        <span className="mr-grow mr-clip">{label}</span>
        <span className="mr-kanban__count">{count}</span>
      </h2>
      <ul className="mr-kanban__cards mr-scroll">
        {hidden > 0 && <li className="mr-kanban__none">{t.viewer.earlierCards(hidden)}</li>}
        {cards.slice(hidden).map((card) => (
          <li key={card.id}>
            <Card card={card} hasPill={showsPills} isSelected={isSelected(card)} onSelect={onSelect} now={now} />
          </li>
        ))}
        {cards.length === 0 && <li className="mr-kanban__none">{t.viewer.emptyColumn}</li>}
      </ul>
    </section>
  )
}

interface CardProps {
  readonly card: KanbanCard
  readonly hasPill: boolean
  readonly isSelected: boolean
  readonly onSelect: (card: KanbanCard) => void
  readonly now: number
}

function Card({ card, hasPill, isSelected, onSelect, now }: CardProps) {
  const t = useText()
  const { node, title, status, job } = card
  const ms = job && durationOf(job, status === 'running' ? now : undefined)
  const time = ms !== undefined && (
    <span className="mr-card__time">
      <Icon name="mdi:timer-outline" size={12} />
      {durationText(ms, t)}
    </span>
  )
  return (
    <button
      type="button"
      className={classNames('mr-card', `mr-card--${STATUS_GROUPS[status]}`, status === 'skipped' && 'mr-card--skipped')}
      aria-pressed={isSelected}
      onClick={() => onSelect(card)}
    >
      <span className="mr-card__top">
        <span className="mr-card__tile" style={{ '--node-color': node.color } as React.CSSProperties}>
          <Icon name={node.icon} size={15} />
        </span>
        <span className="mr-grow">
          <span className="mr-card__title mr-clip">{title}</span>
          <span className="mr-card__type mr-clip">
            {job?.tool_of === undefined ? node.typeName : t.viewer.toolCall}
          </span>
        </span>
        {!hasPill && time}
      </span>
      {job?.error_message !== undefined && <span className="mr-card__error">{t.message(job.error_message)}</span>}
      {hasPill && (
        <span className="mr-card__foot">
          <StatusPill status={status} />
          <span className="mr-grow" />
          {time}
        </span>
      )}
    </button>
  )
}
