import type { UsageEntry } from '@millrace/client'
import { USAGE_GROUPINGS, type UsageGrouping } from '@millrace/model'
import { useCallback, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { projectsWithRole } from '../projects/project-roles.ts'
import { useProjects } from '../projects/use-projects.ts'
import { dayText } from '../ui/date-time-text.ts'
import { Pager } from './pager.tsx'
import { PartFrame } from './part-frame.tsx'
import { SelectField } from './select-field.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { UsageBar } from './usage-bar.tsx'
import { UsageBudgets } from './usage-budgets.tsx'
import { daysOf, PERIODS, type Period, USAGE_PAGE, usageExport } from './usage-period.ts'
import { UsagePrices } from './usage-prices.tsx'
import { useLoaded } from './use-loaded.ts'
import { useUsageText } from './use-usage-text.ts'

type Row = UsageEntry & { readonly id: string }

/** What models used, budgets and prices. */
export function UsagePart() {
  const t = useText()
  const text = useUsageText()
  const { client, caller } = usePage()
  const projects = useProjects(client)
  const own = projectsWithRole(projects?.list ?? [], 'admin')
  const [project, setProject] = useState('')
  const [period, setPeriod] = useState<Period>('this')
  const [by, setBy] = useState<UsageGrouping>('workflow')
  const [page, setPage] = useState(0)
  const load = useCallback(async () => {
    const place = { limit: USAGE_PAGE, offset: page * USAGE_PAGE }
    const filter = { ...daysOf(period, Date.now()), ...(project !== '' && { project }) }
    const { items, total } = await client.listUsage({ ...filter, ...place, group_by: by })
    return { rows: items.map((entry): Row => ({ ...entry, id: entry.key })), total }
  }, [client, project, period, by, page])
  const [loaded, reload] = useLoaded(load)
  const value = loaded !== undefined && 'value' in loaded ? loaded.value : undefined
  const rows = loaded === undefined || 'failure' in loaded ? loaded : { value: loaded.value.rows }
  const choose = (change: () => void) => {
    setPage(0)
    change()
  }
  return (
    <PartFrame
      title={t.settings.parts.usage}
      text={text.text}
      action={
        <a
          className="mr-button"
          href={usageExport(client.baseUrl, { period, project }, Date.now())}
          download="usage.csv"
        >
          {text.exportCsv}
        </a>
      }
    >
      <div className="mr-settings__filters">
        {projects && own.length > 1 && (
          <projects.parts.ProjectField
            list={own}
            value={project}
            hasAll
            onChange={(next) => choose(() => setProject(next))}
          />
        )}
        <SelectField
          label={text.period}
          value={period}
          options={PERIODS}
          names={text.periods}
          onChange={(next) => choose(() => setPeriod(next))}
        />
        <SelectField
          label={text.by}
          value={by}
          options={USAGE_GROUPINGS}
          names={text.groupings}
          onChange={(next) => choose(() => setBy(next))}
        />
      </div>
      <SettingsTable
        loaded={rows}
        onRetry={reload}
        empty={{ icon: 'mdi:chart-bar', title: text.none, text: text.noneText }}
        columns={useColumns(by, value?.rows ?? [])}
      />
      <Pager
        label={text.pages}
        texts={text.pager}
        page={page}
        size={USAGE_PAGE}
        total={value?.total ?? 0}
        onChange={setPage}
      />
      <UsageBudgets projects={projects} />
      {caller.permissions.includes('admin') && <UsagePrices onChange={reload} />}
    </PartFrame>
  )
}

function useColumns(by: UsageGrouping, rows: readonly Row[]): readonly Column<Row>[] {
  const t = useText()
  const text = useUsageText()
  const number = (value: number) => value.toLocaleString(t.locale, { maximumSignificantDigits: 6 })
  // Without any price the bars compare tokens.
  const sizeOf = ({ cost, input_tokens, output_tokens }: Row) =>
    rows.some((row) => row.cost > 0) ? cost : input_tokens + output_tokens
  const nameOf = ({ key, name }: Row) => {
    if (by === 'day') return dayText(key, t)
    if (by === 'workflow') return name ?? (key === '' ? text.unsaved : text.deletedWorkflow(key.slice(0, 8)))
    return name || key || text.unknownPerson
  }
  const largest = Math.max(...rows.map(sizeOf), 0)
  return [
    {
      title: text.groupings[by],
      cell: (row) => (
        <>
          <strong className="mr-settings__name">{nameOf(row)}</strong>
          <UsageBar part={largest === 0 ? 0 : sizeOf(row) / largest} />
        </>
      ),
      tip: ({ key }) => key,
    },
    { title: text.columns.calls, cell: ({ calls }) => number(calls), className: 'mr-settings__number' },
    { title: text.columns.input, cell: (row) => number(row.input_tokens), className: 'mr-settings__number' },
    { title: text.columns.output, cell: (row) => number(row.output_tokens), className: 'mr-settings__number' },
    {
      title: text.columns.cost,
      cell: ({ cost }) => number(cost),
      className: 'mr-settings__number',
      tip: ({ unpriced_calls }) => (unpriced_calls === 0 ? '' : text.unpriced(number(unpriced_calls))),
    },
  ]
}
