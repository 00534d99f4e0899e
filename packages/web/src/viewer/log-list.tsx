import { LOG_LEVELS, type LogEntry } from '@millrace/model'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { secondsText } from '../ui/date-time-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import { EmptyState, SearchInput } from '../ui/small-parts.tsx'
import { type LogLevel, shownLines } from './log-lines.ts'
import type { ViewedNode } from './viewed-nodes.ts'

interface LogListProps {
  readonly logs: readonly LogEntry[]
  readonly nodes: ReadonlyMap<string, ViewedNode>
  /** Only lines of this node, if set. */
  readonly selected?: string | undefined
  readonly onSelect?: ((node: string) => void) | undefined
}

const ICONS: Readonly<Record<LogLevel, string>> = {
  debug: 'mdi:bug-outline',
  info: 'mdi:information-outline',
  warning: 'mdi:alert-outline',
  error: 'mdi:alert-circle-outline',
}

/** Maximum number of rendered lines, newest first. */
const MAX_LINES = 600

/** The log of a run with filters; stays scrolled to the end while the user is there. */
export function LogList({ logs, nodes, selected, onSelect }: LogListProps) {
  const t = useText()
  const [level, setLevel] = useState<LogLevel>()
  const [search, setSearch] = useState('')
  const [isOnlyNode, setOnlyNode] = useState(false)
  const node = isOnlyNode ? selected : undefined
  const lines = useMemo(
    () => shownLines(logs, { level, node, search, translate: t.message }),
    [logs, level, node, search, t],
  )
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const hidden = Math.max(0, lines.length - MAX_LINES)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when lines are added
  useLayoutEffect(() => {
    if (isAtEnd.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }, [lines])
  useEffect(() => {
    if (selected === undefined) setOnlyNode(false)
  }, [selected])
  return (
    <div className="mr-run-log">
      <div className="mr-run-log__filters">
        <Select
          label={t.viewer.logLevel}
          value={level ?? ''}
          options={[
            { value: '', label: t.viewer.levels.all },
            ...LOG_LEVELS.slice(1).map((one) => ({ value: one, label: t.viewer.levels[one] })),
          ]}
          onChange={(next) => setLevel(next || undefined)}
        />
        <SearchInput value={search} label={t.viewer.logSearch} onChange={setSearch} />
      </div>
      {selected !== undefined && (
        <label className="mr-run-log__only">
          <input type="checkbox" checked={isOnlyNode} onChange={(event) => setOnlyNode(event.target.checked)} />
          <span className="mr-clip">{t.viewer.onlyNode(nodes.get(selected)?.title ?? selected)}</span>
        </label>
      )}
      {lines.length === 0 ? (
        <EmptyState title={logs.length === 0 ? t.viewer.noLogs : t.viewer.noLogsFit} />
      ) : (
        <ol
          className="mr-run-log__lines mr-scroll"
          ref={list}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be focusable by keyboard
          tabIndex={0}
          aria-label={t.viewer.tabs.logs}
          onScroll={noteEnd(isAtEnd)}
        >
          {hidden > 0 && <li className="mr-run-log__hidden">{t.viewer.olderLines(hidden)}</li>}
          {lines.slice(hidden).map((line, at) => (
            // A log only grows at its end, so the index is a stable key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Line key={hidden + at} line={line} name={nodes.get(line.node_id ?? '')?.title} onSelect={onSelect} />
          ))}
        </ol>
      )}
    </div>
  )
}

function noteEnd(isAtEnd: { current: boolean }) {
  return ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: React.UIEvent<HTMLElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
  }
}

interface LineProps {
  readonly line: LogEntry
  readonly name: string | undefined
  readonly onSelect: LogListProps['onSelect']
}

function Line({ line: { timestamp, level, message, node_id, context }, name, onSelect }: LineProps) {
  const t = useText()
  const hasContext = context !== undefined && Object.keys(context).length > 0
  return (
    <li className={`mr-run-log__line mr-run-log__line--${level}`}>
      <span className="mr-run-log__level" data-tip={t.viewer.level[level]}>
        <Icon name={ICONS[level]} size={14} />
        <span className="mr-visually-hidden">{t.viewer.level[level]}</span>
      </span>
      <div className="mr-grow">
        <div className="mr-run-log__about">
          <time dateTime={timestamp}>{clock(timestamp, t)}</time>
          {node_id !== undefined && node_id !== '' && (
            <button type="button" className="mr-run-log__node mr-clip" onClick={() => onSelect?.(node_id)}>
              {name ?? node_id}
            </button>
          )}
        </div>
        <p className="mr-run-log__message">{t.message(message)}</p>
        {hasContext && <pre className="mr-run-log__context mr-scroll">{JSON.stringify(context, null, 1)}</pre>}
      </div>
    </li>
  )
}

function clock(iso: string, t: Texts): string {
  return `${secondsText(iso, t)}.${String(new Date(iso).getMilliseconds()).padStart(3, '0')}`
}
