/** The rows of the execution list. Two rows can be selected for a comparison. */
import { type ExecutionItem, isExecutionOver } from '@millrace/model'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { editorRunPath, executionPath } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import { goTo, hrefOf } from '../navigation/router.ts'
import { IconButton } from '../ui/button.tsx'
import { dateTimeText } from '../ui/date-time-text.ts'
import { Icon } from '../ui/icon.tsx'
import type { MenuItem } from '../ui/menu.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { useReport } from '../ui/report.ts'
import { durationText } from '../viewer/durations.ts'
import { starterText } from '../viewer/starter-text.ts'
import { StatusPill, StuckPill } from '../viewer/status-pill.tsx'
import { useClock } from '../viewer/use-clock.ts'
import { retryExecution, retryItems } from './retry.ts'
import { TRIGGER_ICONS } from './trigger-icons.ts'

interface ExecutionTableProps {
  readonly items: readonly ExecutionItem[]
  readonly names: ReadonlyMap<string, string>
  readonly picked: readonly string[]
  readonly onPick: (id: string, isPicked: boolean) => void
}

export function ExecutionTable({ items, names, picked, onPick }: ExecutionTableProps) {
  const t = useText()
  const now = useClock(items.some(({ status }) => !isExecutionOver(status)))
  return (
    <table className="mr-table mr-executions__table">
      <thead>
        <tr>
          <th scope="col" className="mr-executions__pick">
            <span className="mr-visually-hidden">{t.runs.compare}</span>
          </th>
          <th scope="col">{t.execution.workflow}</th>
          <th scope="col">{t.execution.status}</th>
          <th scope="col" className="mr-table__wide">
            {t.runs.trigger}
          </th>
          <th scope="col" className="mr-table__wide">
            {t.execution.started}
          </th>
          <th scope="col" className="mr-table__number">
            {t.execution.duration}
          </th>
          <th scope="col">
            <span className="mr-visually-hidden">{t.runs.openInEditorShort}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            name={nameOf(item, names, t)}
            now={now}
            isPicked={picked.includes(item.id)}
            // The oldest choice is replaced, so a third selection needs no other click.
            onPick={(isPicked) => onPick(item.id, isPicked)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly item: ExecutionItem
  readonly name: string
  readonly now: number
  readonly isPicked: boolean
  readonly onPick: (isPicked: boolean) => void
}

function Row({ item, name, now, isPicked, onPick }: RowProps) {
  const t = useText()
  const started = dateTimeText(item.created, t)
  return (
    <tr className="mr-table__row mr-table__row--link">
      <td className="mr-executions__pick">
        <input
          type="checkbox"
          checked={isPicked}
          aria-label={t.runs.select(`${name} ${item.id.slice(-8)}`)}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <th scope="row">
        <a href={hrefOf(executionPath(item.id))} className="mr-executions__link">
          <span className="mr-clip">{name}</span>
          <span className="mr-mono mr-muted mr-executions__id">{item.id.slice(-8)}</span>
        </a>
        <span className="mr-executions__when">
          <time dateTime={item.created}>{started}</time>
        </span>
        {item.error !== undefined && (
          <span className="mr-executions__error mr-clip" data-tip={t.message(item.error)}>
            {t.message(item.error)}
          </span>
        )}
      </th>
      <td>
        {item.stuck === undefined ? <StatusPill status={item.status} /> : <StuckPill reason={item.stuck.reason} />}
      </td>
      <td className="mr-table__wide mr-executions__trigger">
        {item.trigger !== undefined && (
          <span className="mr-executions__kind">
            <Icon name={TRIGGER_ICONS[item.trigger]} size={15} />
            {t.runs.triggers[item.trigger]}
          </span>
        )}
        {item.started_by !== undefined && (
          <span className="mr-executions__by mr-clip" data-tip={starterText(item, t)}>
            {item.started_by}
          </span>
        )}
        {item.revision !== undefined && <span className="mr-executions__by">{t.versions.version(item.revision)}</span>}
      </td>
      <td className="mr-table__wide mr-muted mr-number">
        <time dateTime={item.created}>{started}</time>
      </td>
      <td className="mr-table__number">{durationText(lastedMs(item, now), t)}</td>
      <td className="mr-executions__menu">
        <RowMenu item={item} name={name} />
      </td>
    </tr>
  )
}

function RowMenu({ item, name }: Pick<RowProps, 'item' | 'name'>) {
  const t = useText()
  const { openMenu } = useOverlays()
  const report = useReport()
  const { client, caller } = usePage()
  const isStored = item.workflow_id !== ''
  const mayRetry = item.status === 'failed' && caller.permissions.includes('run')
  if (!isStored && !mayRetry) return null
  const label = t.runs.moreActions(`${name} ${item.id.slice(-8)}`)
  const retry = (version: 'original' | 'latest') =>
    void retryExecution(client, item.id, version).then(
      (id) => goTo(executionPath(id)),
      (error: unknown) => report(error, 'executeWorkflow'),
    )
  const items: MenuItem[] = [
    ...(isStored ? workflowItems(item, t) : []),
    ...(mayRetry ? [{ title: t.runs.retry }, ...retryItems(t, isStored, retry)] : []),
  ]
  return (
    <IconButton
      icon="mdi:dots-vertical"
      label={label}
      small
      onClick={(event) => openMenu({ at: event.currentTarget, label, items })}
    />
  )
}

function workflowItems({ id, workflow_id }: ExecutionItem, t: Texts): MenuItem[] {
  const workflow = encodeURIComponent(workflow_id)
  return [
    { label: t.runs.openInEditor, icon: 'mdi:pencil-outline', run: () => goTo(editorRunPath(workflow_id, id)) },
    { label: t.runs.openWorkflow, icon: 'mdi:sitemap-outline', run: () => goTo(`/workflows/${workflow}`) },
    { label: t.runs.executionsOf, icon: 'mdi:filter-variant', run: () => goTo(`/executions?workflow=${workflow}`) },
  ]
}

function nameOf({ workflow_id }: ExecutionItem, names: ReadonlyMap<string, string>, t: Texts): string {
  return workflow_id === '' ? t.execution.unsaved : (names.get(workflow_id) ?? '…')
}

function lastedMs({ status, created, updated }: ExecutionItem, now: number): number {
  return Math.max(0, (isExecutionOver(status) ? Date.parse(updated) : now) - Date.parse(created))
}
