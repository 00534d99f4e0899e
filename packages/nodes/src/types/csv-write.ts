import { defineNode, Type } from '@millrace/model'
import { columnsOf, delimiterOf, recordOf, writtenRecords } from '../csv/records.ts'
import { csvFields } from '../fields/csv-fields.ts'
import { listAt } from '../running/input-values.ts'

/** Writes rows as CSV text. */
export default defineNode({
  id: 'csv_write',
  version: '1.0.0',
  name: 'Write CSV',
  description: 'Writes rows as CSV text.',
  category: 'processing',
  icon: 'mdi:file-delimited-outline',
  tags: [
    'csv',
    'csv writer',
    'csv export',
    'print csv',
    'csv from rows',
    'csv from table',
    'CSV schreiben',
    'CSV-Export',
  ],
  keywords: ['export', 'excel export'],

  config: Type.Object({ ...csvFields }),
  inputs: { rows: { name: 'Rows', dataType: 'json[]', required: true } },
  outputs: { text: { name: 'Text', dataType: 'string' } },
  pure: true,

  async run({ config, inputs }) {
    const rows = listAt(inputs, 'rows')
    const columns = columnsOf(rows)
    const records = rows.map((row, at) => recordOf(row, at, columns))
    const lines = config.header !== false && columns !== undefined ? [columns, ...records] : records
    return { text: await writtenRecords(lines, delimiterOf(config)) }
  },

  examples: [
    {
      title: 'writes the columns of all rows and quotes values where needed',
      inputs: {
        rows: [
          { name: 'Ada', city: 'London, UK' },
          { name: 'Grace', born: 1906 },
        ],
      },
      outputs: { text: 'name,city,born\nAda,"London, UK",\nGrace,,1906\n' },
    },
    {
      title: 'omits the header row and uses another delimiter',
      config: { header: false, delimiter: ';' },
      inputs: { rows: [{ a: 1, b: true, c: { d: 1 } }] },
      outputs: { text: '1;true;"{""d"":1}"\n' },
    },
    {
      title: 'writes rows that are lists without a header row',
      inputs: {
        rows: [
          ['a', 1],
          ['b', 2],
        ],
      },
      outputs: { text: 'a,1\nb,2\n' },
    },
    { title: 'writes empty text for no rows', inputs: { rows: [] }, outputs: { text: '' } },
    { title: 'rejects a row that is neither an object nor a list', inputs: { rows: ['a,b'] }, fails: 'BAD_INPUT' },
  ],
})
