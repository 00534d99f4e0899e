import { UsageExportQuery } from '@millrace/model'
import type { UsageKey } from '@millrace/store'
import { defineRoute, page } from '../http/define-route.ts'
import { FileStream } from '../http/file-stream.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { UsageServices } from './services.ts'
import { CSV_HEADER, usageCsvRow, usageFilter } from './usage-wire.ts'

const AT_ONCE = 500

/** Exports what models used as CSV. */
export default defineRoute({
  operation: 'exportUsage',
  method: 'GET',
  path: '/usage/export',
  access: 'admin',
  scope: 'filtered',
  audit: 'usage.exported',
  summary: 'Export what models used',
  description:
    'CSV with one row for each day, workflow, person and model, with the filters of the list. Admins of a project get what its workflows used.',
  tags: ['Usage'],
  query: UsageExportQuery,
  reply: page('text/csv'),
  errors: [],
  example: { query: { from: '2026-11-01', to: '2026-11-30' } },

  async handle({ query, caller }, { usage, workflowNamed, clock, config }: UsageServices & PlatformServices) {
    const filter = await usageFilter(query, caller, { workflowNamed, now: clock.now() })
    async function* rows(signal: AbortSignal) {
      yield CSV_HEADER
      let after: UsageKey | undefined
      while (!signal.aborted) {
        const read = await usage.rows({ ...filter, after, limit: AT_ONCE })
        if (read.length > 0) yield read.map((row) => usageCsvRow(row, config.modelCurrency)).join('')
        if (read.length < AT_ONCE) return
        after = read.at(-1)
      }
    }
    return new FileStream('text/csv; charset=utf-8', 'usage.csv', rows)
  },
})
