import { defineNode, Type } from '@millrace/model'
import { delimiterOf, recordsIn, uniqueNames } from '../csv/records.ts'
import { csvFields } from '../fields/csv-fields.ts'
import { textAt } from '../running/input-values.ts'

/** Parses CSV text into rows. */
export default defineNode({
  id: 'csv_parse',
  version: '1.0.0',
  name: 'Parse CSV',
  description: 'Parses CSV text into rows.',
  category: 'processing',
  icon: 'mdi:file-delimited',
  tags: ['csv', 'csv parser', 'csv reader', 'read csv', 'csv table', 'csv rows', 'CSV lesen'],
  keywords: ['excel', 'spreadsheet', 'google sheets', 'xlsx'],

  config: Type.Object({ ...csvFields }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    rows: { name: 'Rows', dataType: 'json[]', description: 'One object per row, keyed by column name.' },
    columns: { name: 'Columns', dataType: 'string[]' },
  },
  pure: true,

  async run({ config, inputs }) {
    const records = await recordsIn(textAt(inputs, 'text'), delimiterOf(config))
    const [first = []] = records
    const hasHeader = config.header !== false
    const columns = hasHeader ? uniqueNames(first) : first.map((_, at) => `column_${at + 1}`)
    const rows = (hasHeader ? records.slice(1) : records).map((record) =>
      Object.fromEntries(columns.map((name, at) => [name, record[at] ?? ''])),
    )
    return { rows, columns }
  },

  examples: [
    {
      title: 'uses the first row as column names',
      inputs: { text: 'name,city\nAda,"London, UK"\nGrace,New York\n' },
      outputs: {
        rows: [
          { name: 'Ada', city: 'London, UK' },
          { name: 'Grace', city: 'New York' },
        ],
        columns: ['name', 'city'],
      },
    },
    {
      title: 'numbers the columns without a header row',
      config: { header: false, delimiter: '\\t' },
      inputs: { text: 'Ada\tLondon' },
      outputs: { rows: [{ column_1: 'Ada', column_2: 'London' }], columns: ['column_1', 'column_2'] },
    },
    {
      title: 'renames columns with duplicate names',
      inputs: { text: 'a,a\n1,2' },
      outputs: { rows: [{ a: '1', a_2: '2' }], columns: ['a', 'a_2'] },
    },
    { title: 'outputs no rows for empty text', inputs: { text: '' }, outputs: { rows: [], columns: [] } },
    { title: 'rejects a row with a different number of values', inputs: { text: 'a,b\n1' }, fails: 'BAD_CSV' },
  ],
})
