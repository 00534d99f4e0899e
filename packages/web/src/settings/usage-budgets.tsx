import type { Budget } from '@millrace/client'
import { DEFAULT_PROJECT } from '@millrace/model'
import { useCallback, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { projectTexts } from '../projects/project-texts.ts'
import type { Projects } from '../projects/use-projects.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { NewBudgetDialog } from './new-budget-dialog.tsx'
import { type Column, SettingsTable } from './settings-table.tsx'
import { UsageBar } from './usage-bar.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'
import { useUsageText } from './use-usage-text.ts'

/** Budgets with what has been used of them. Admins of projects only read those of their projects. */
export function UsageBudgets({ projects }: { readonly projects: Projects | undefined }) {
  const text = useUsageText().budgets
  const actions = useUsageText().columns.actions
  const { client, caller } = usePage()
  const isAdmin = caller.permissions.includes('admin')
  const load = useCallback(() => client.listBudgets({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const report = useReport(reload)
  const [open, setOpen] = useState<'new' | Budget>()
  const nameOf = useBudgetName()
  return (
    <section className="mr-settings__below" aria-label={text.title}>
      <div className="mr-settings__head">
        <h3 className="mr-grow">{text.title}</h3>
        {isAdmin && (
          <Button icon="mdi:plus" onClick={() => setOpen('new')}>
            {text.create}
          </Button>
        )}
      </div>
      <p className="mr-settings__text">{text.text}</p>
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:cash-multiple', title: text.none, text: isAdmin ? text.noneText : text.noneOfProjects }}
        columns={useColumns()}
        {...(isAdmin && {
          actions: {
            title: actions,
            of: (budget: Budget) => (
              <IconButton
                icon="mdi:trash-can-outline"
                label={text.deleteOf(nameOf(budget))}
                onClick={() => setOpen(budget)}
              />
            ),
          },
        })}
      />
      {open === 'new' && <NewBudgetDialog projects={projects} onClose={() => setOpen(undefined)} onMade={reload} />}
      {open !== undefined && open !== 'new' && (
        <ConfirmDialog
          title={text.deleteOf(nameOf(open))}
          action={text.delete}
          icon="mdi:trash-can-outline"
          onClose={() => setOpen(undefined)}
          onConfirm={() => report(client.deleteBudget({ id: open.id }).then(() => text.deleted))}
        >
          {text.deleteText(nameOf(open))}
        </ConfirmDialog>
      )}
    </section>
  )
}

function useBudgetName(): (budget: Budget) => string {
  const t = useText()
  const text = useUsageText().budgets
  return ({ scope, name, subject }) => {
    if (scope === 'instance') return text.scopes.instance
    if (scope === 'project' && subject === DEFAULT_PROJECT) return projectTexts(t).standard
    return name || subject
  }
}

function useColumns(): readonly Column<Budget>[] {
  const t = useText()
  const text = useUsageText().budgets
  const nameOf = useBudgetName()
  const number = (value: number) => value.toLocaleString(t.locale, { maximumSignificantDigits: 6 })
  return [
    {
      title: text.columns.scope,
      cell: (budget) => (
        <>
          <strong className="mr-settings__name">{nameOf(budget)}</strong>
          {budget.scope !== 'instance' && <div className="mr-muted">{text.scopes[budget.scope]}</div>}
        </>
      ),
      tip: ({ subject }) => subject,
    },
    {
      title: text.columns.used,
      cell: ({ used, limit, unit, warn_percent }) => (
        <>
          {text.usedOf(number(used), number(limit), unit === 'tokens' ? text.tokens : '').trim()}
          <UsageBar part={used / limit} tone={toneOf(used / limit, warn_percent)} />
        </>
      ),
    },
    { title: text.columns.warning, cell: ({ warn_percent }) => `${warn_percent} %`, isMuted: true },
  ]
}

function toneOf(part: number, warnPercent: number): 'plain' | 'warning' | 'error' {
  if (part >= 1) return 'error'
  return part * 100 >= warnPercent ? 'warning' : 'plain'
}
