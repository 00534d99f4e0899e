/** The dashboard and the alert rules in deploy/monitoring name only metrics and labels that the service serves. */
import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Gauges } from '../packages/service/src/metrics/gauges.ts'
import { Metrics } from '../packages/service/src/metrics/metrics.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly gridPos: { readonly x: number; readonly w: number }
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly labels: { readonly severity: string }
      readonly annotations: { readonly summary: string }
    }[]
  }[]
}

const dashboard: Dashboard = JSON.parse(readPage('deploy/monitoring/grafana-dashboard.json'))
const rules = (parse(readPage('deploy/monitoring/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
]

/** The nodes of a kind in a query, as text. */
function nodesIn(expr: string, kinds: readonly string[]): string[] {
  const found: string[] = []
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError || kinds.includes(type.name))
        found.push(type.isError ? `error at ${from}` : expr.slice(from, to))
    },
  })
  return found
}

/** Every served metric with its labels; histograms also as the series that they consist of. */
async function served(): Promise<Map<string, readonly string[]>> {
  const metrics = new Metrics({ version: '1', build: 'test' })
  const counts = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
  const page = { items: [], total: 0 }
  metrics.addGauges(
    new Gauges({
      executions: { counts: async () => counts },
      interrupts: { list: async () => page },
      budgets: { list: async () => page },
      clock: Date,
      sandbox: () => ({ processes: 0, queued: 0, calls: 0, kills: new Map() }),
      onFailure: () => {},
    }),
  )
  const all = await metrics.registry.getMetricsAsJSON()
  return new Map(
    all.flatMap(({ name, type }) => {
      const { labelNames = [] } = metrics.registry.getSingleMetric(name) as { labelNames?: readonly string[] }
      if (String(type) !== 'histogram') return [[name, labelNames] as const]
      return ['bucket', 'sum', 'count'].map((part) => [`${name}_${part}`, [...labelNames, 'le']] as const)
    }),
  )
}

/** What Prometheus adds to every series. */
const ADDED = ['job', 'instance']

test('every query of the dashboard and the alerts is valid PromQL', () => {
  expect(queries.length).toBeGreaterThan(25)
  const broken = queries.flatMap(({ of, expr }) => nodesIn(expr, []).map((error) => `${of}: ${error}`))
  expect(broken).toEqual([])
  expect(nodesIn('sum by (x (rate(y[5m]))', []), 'the parser finds errors').not.toEqual([])
})

test('every metric of the dashboard and the alerts is served, with the labels that they use', async () => {
  const known = await served()
  known.set('up', [])
  const unknown = queries.flatMap(({ of, expr }) => {
    const names = nodesIn(expr, ['VectorSelector']).map((one) => one.replace(/\{[\s\S]*$/, '').trim())
    const labels = nodesIn(expr, ['LabelName'])
    const allowed = new Set([...ADDED, ...names.flatMap((name) => known.get(name) ?? [])])
    expect(names.length, of).toBeGreaterThan(0)
    return [
      ...names.filter((name) => !known.has(name)),
      ...labels.filter((label) => !allowed.has(label)).map((label) => `label ${label}`),
    ].map((one) => `${of}: ${one}`)
  })
  expect(unknown).toEqual([])
})

test('a series whose increase is an alert exists before the first failure', async () => {
  const texts = await new Metrics({ version: '1', build: 'test' }).registry.metrics()
  const rising = rules.flatMap(({ expr }) => [...expr.matchAll(/increase\((\w+)\{job="millrace", (result="\w+")\}/g)])
  expect(rising.length).toBeGreaterThan(1)
  for (const [, name, labels] of rising) expect(texts).toContain(`${name}{${labels}} 0`)
})

test('every metric of our own is on the dashboard', async () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  const own = [...(await served()).keys()].filter((name) => name.startsWith('millrace_'))
  const families = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
  expect([...families].filter((name) => !shown.includes(name))).toEqual([])
})

test('panels have ids of their own and fit into the grid; alerts have a severity and a summary', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { title, gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
  for (const { alert, labels, annotations } of rules) {
    expect(labels.severity, alert).toMatch(/^(critical|warning)$/)
    expect(annotations.summary, alert).not.toBe('')
  }
})

test('the page lists every metric of our own with its labels', async () => {
  const rows = tableBelow(readPage('docs/how-to/monitoring.md'), 'Metrics')
  const listed = rows.flatMap(([names = '', labels = '']) =>
    names.split(', ').map((name) => [unquoted(name), labels.split(', ').map(unquoted).filter(Boolean)] as const),
  )
  const own = [...(await served())].filter(([name]) => name.startsWith('millrace_') && !/_(sum|count)$/.test(name))
  const expected = own.map(
    ([name, labels]) => [name.replace(/_bucket$/, ''), labels.filter((label) => label !== 'le')] as const,
  )
  const byName = new Map(listed.filter(([name]) => name.startsWith('millrace_')))
  expect(Object.fromEntries(byName)).toEqual(Object.fromEntries(expected))
})

test('the page lists the alerts', () => {
  const rows = tableBelow(readPage('docs/how-to/monitoring.md'), 'Dashboard and alerts')
  expect(rows.map(([name = '']) => unquoted(name))).toEqual(rules.map(({ alert }) => alert))
})
