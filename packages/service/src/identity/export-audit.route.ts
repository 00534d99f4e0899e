import { AuditExportQuery } from '@millrace/model'
import { defineRoute, page } from '../http/define-route.ts'
import { FileStream } from '../http/file-stream.ts'
import { auditEntry, auditFilter, CSV_HEADER, csvRowOf, ndjsonLineOf } from './audit-wire.ts'
import type { IdentityServices } from './services.ts'

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
const PRINT = { csv: csvRowOf, ndjson: ndjsonLineOf } as const
/** Entries in memory at a time. */
const AT_ONCE = 500

/** Exports the audit log as a file. */
export default defineRoute({
  operation: 'exportAudit',
  method: 'GET',
  path: '/audit/export',
  access: 'admin',
  audit: 'audit.exported',
  summary: 'Export the audit log',
  description: 'Newest first, as lines of JSON or as CSV, with the filters of the list; as large as the log.',
  tags: ['Audit'],
  query: AuditExportQuery,
  reply: page(TYPES.ndjson, TYPES.csv),
  errors: [],
  example: { query: { format: 'csv' } },

  async handle({ query: { format, limit = Number.POSITIVE_INFINITY, ...filters }, note }, { audit }: IdentityServices) {
    const filter = auditFilter(filters)
    const read = (left: number, below?: number) => audit.read({ ...filter, below, limit: Math.min(AT_ONCE, left) })
    const { total } = await audit.list({ ...filter, limit: 1, offset: 0 })
    // Read before the entry of this export is written, which is not part of it.
    const first = await read(limit)
    note({ details: { format, entries: Math.min(total, limit) } })
    async function* pieces(signal: AbortSignal) {
      if (format === 'csv') yield CSV_HEADER
      let [page, left] = [first, limit]
      while (!signal.aborted) {
        yield page.items.map((item) => PRINT[format](auditEntry(item))).join('')
        left -= page.items.length
        if (page.next === undefined || left <= 0) return
        page = await read(left, page.next)
      }
    }
    return new FileStream(`${TYPES[format]}; charset=utf-8`, `audit.${format}`, pieces, {
      'x-total-count': String(total),
    })
  },
})
