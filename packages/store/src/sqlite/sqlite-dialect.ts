import { type Dialect, likeAnywhere, refuseUnstorable } from '../sql.ts'

/** The trigram index cannot find shorter texts. */
const TRIGRAM = 3

/** The SQL dialect of SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',

  // Write transactions in SQLite are exclusive anyway.
  oneAtATime: [],

  // V8 reads ASCII fast, but takes 60 to 190 µs for 17 to 30 KB of UTF-8 with a single "é"; decoding bytes with
  // Node's decoder takes 11 µs.
  longText(text) {
    if (Buffer.byteLength(text) === text.length) return text
    refuseUnstorable([text])
    return Buffer.from(text)
  },

  longTextOf: (expression) => `CAST(${expression} AS BLOB)`,

  // Not LIKE, which ignores case.
  has: (text, part) => `instr(${text}, ${part}) > 0`,

  contains(text) {
    const pattern = likeAnywhere(text)
    const test: ReturnType<Dialect['contains']>['test'] = (bind) => {
      const place = bind(pattern)
      return `(w.name_key LIKE ${place} ESCAPE '\\' OR w.description_key LIKE ${place} ESCAPE '\\')`
    }
    if (isShort(text)) return { test }
    return {
      test,
      set: (bind) => `SELECT rowid FROM workflow_search WHERE workflow_search MATCH ${bind(phrase(text))}`,
    }
  },

  auditContains(column, text, bind) {
    if (isShort(text)) return `${column} LIKE ${bind(likeAnywhere(text))} ESCAPE '\\'`
    const match = bind(`${column} : ${phrase(text)}`)
    return `num IN (SELECT rowid FROM audit_search WHERE audit_search MATCH ${match})`
  },

  namesContaining(text, limit, bind) {
    if (isShort(text)) {
      const pattern = bind(likeAnywhere(text))
      return `SELECT seq FROM workflows WHERE name_key LIKE ${pattern} ESCAPE '\\' ORDER BY seq LIMIT ${bind(limit)}`
    }
    const match = bind(`name_key : ${phrase(text)}`)
    return `SELECT rowid FROM workflow_search WHERE workflow_search MATCH ${match} ORDER BY rowid LIMIT ${bind(limit)}`
  },
}

function isShort(text: string): boolean {
  return [...text].length < TRIGRAM
}

/** An FTS5 phrase of consecutive trigrams, which matches exactly this text. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
