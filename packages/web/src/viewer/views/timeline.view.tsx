/** The steps of a run over time: a bar per attempt, hatched while a step waits. Only visible rows are rendered. */
import { isExecutionOver } from '@millrace/model'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { Texts } from '../../i18n/texts.ts'
import { useText } from '../../i18n/use-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { durationText } from '../durations.ts'
import { StatusIcon } from '../status-pill.tsx'
import { type Timeline, type TimelineBar, type TimelineRow, ticksOf, timelineOf } from '../timeline-rows.ts'
import { useClock } from '../use-clock.ts'
import type { BuiltInViewProps } from './view-props.ts'

type TimelineViewProps = Pick<BuiltInViewProps, 'pipeline' | 'nodes' | 'selected' | 'onSelect'>

const ROW_PX = 32
const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 10],
  ['PageUp', -10],
])

export function TimelineView({ pipeline: { detail }, nodes, selected, onSelect }: TimelineViewProps) {
  const t = useText()
  const now = useClock(!isExecutionOver(detail.status))
  const timeline = useMemo(() => timelineOf(detail, nodes, now), [detail, nodes, now])
  const { rows } = timeline
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  const choose = (at: number) => {
    const row = rows[at]
    if (row === undefined) return
    setActive(at)
    virtual.scrollToIndex(at)
    onSelect(row.job.node_id)
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key)
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? rows.length - 1 : step && active + step
    if (to === undefined) return
    event.preventDefault()
    choose(Math.max(0, Math.min(rows.length - 1, to)))
  }
  return (
    <div className="mr-timeline">
      <Axis timeline={timeline} />
      <div
        ref={list}
        className="mr-timeline__list mr-scroll"
        role="listbox"
        tabIndex={0}
        aria-label={t.runs.timelineOf(t.viewer.title)}
        aria-activedescendant={rows[active] === undefined ? undefined : `${id}-${active}`}
        onKeyDown={press}
      >
        <div className="mr-timeline__rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
              <div
                key={row.job.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={row.job.node_id === selected}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={classNames(
                  'mr-timeline__row',
                  row.job.node_id === selected && 'mr-timeline__row--selected',
                  index === active && 'mr-timeline__row--active',
                )}
                style={{ transform: `translateY(${start}px)`, height: ROW_PX }}
                onClick={() => choose(index)}
              >
                <RowTitle row={row} />
                <Bars row={row} timeline={timeline} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function RowTitle({ row }: { row: TimelineRow }) {
  return (
    <span className={classNames('mr-timeline__title', row.isCall && 'mr-timeline__title--call')}>
      <StatusIcon status={row.job.status} size={14} />
      {row.icon !== undefined && (
        <span className="mr-timeline__icon" style={{ color: row.color }}>
          <Icon name={row.icon} size={14} />
        </span>
      )}
      <span className="mr-clip">{row.title}</span>
    </span>
  )
}

function Axis({ timeline: { from, to } }: { timeline: Timeline }) {
  const t = useText()
  return (
    <div className="mr-timeline__axis" aria-hidden="true">
      <span className="mr-timeline__title" />
      <span className="mr-timeline__track">
        {ticksOf(to - from).map((ms) => (
          <span key={ms} className="mr-timeline__tick" style={{ insetInlineStart: `${(ms / (to - from)) * 100}%` }}>
            {durationText(ms, t)}
          </span>
        ))}
      </span>
    </div>
  )
}

function Bars({ row: { job, bars }, timeline: { from, to } }: { row: TimelineRow; timeline: Timeline }) {
  const t = useText()
  const length = to - from
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined) {
    return <span className="mr-timeline__track mr-timeline__none">{t.runs.notStarted}</span>
  }
  const lastAttempt = bars.findLast(({ kind }) => kind === 'attempt')
  const isLate = (last.to - from) / length > 0.8
  return (
    <span className="mr-timeline__track">
      {bars.map((bar) => (
        <span
          key={`${bar.kind} ${bar.from}`}
          className={`mr-timeline__bar mr-timeline__bar--${bar.kind === 'wait' ? 'wait' : toneOf(job.status, bar === lastAttempt)}`}
          style={{
            insetInlineStart: `${((bar.from - from) / length) * 100}%`,
            width: `${((bar.to - bar.from) / length) * 100}%`,
          }}
          data-tip={barText(bar, t)}
        />
      ))}
      <span
        className="mr-timeline__took mr-number"
        style={
          isLate
            ? { insetInlineEnd: `${100 - ((first.from - from) / length) * 100}%` }
            : { insetInlineStart: `${((last.to - from) / length) * 100}%` }
        }
      >
        {durationText(last.to - first.from, t)}
      </span>
    </span>
  )
}

/** An attempt that another one followed has failed, or asked a question; only the last one has the status. */
function toneOf(status: string, isLast: boolean): string {
  return isLast ? status : 'earlier'
}

function barText({ kind, from, to, attempt }: TimelineBar, t: Texts): string {
  return `${kind === 'wait' ? t.runs.waiting : t.runs.attempt(attempt)}: ${durationText(to - from, t)}`
}
