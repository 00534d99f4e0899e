import { note } from './note.ts'
import type { Template } from './template.ts'

const CSV = `city,country,people
Utrecht,NL,361924
Ghent,BE,267709
Delft,NL,106086
Leuven,BE,102851
Leiden,NL,127046`

export const csvToJson: Template = {
  id: 'csv-to-json',
  name: 'CSV to JSON',
  description: 'Parses a table, filters and sorts its rows, and returns them as JSON.',
  group: 'data',
  icon: 'mdi:table-arrow-right',
  tags: ['csv', 'json'],
  nodes: {
    about: note(
      '## CSV to JSON\nPaste your own table into **Table**. The filter keeps the rows of one country, and the last step converts texts to numbers.',
      { at: [0, -190], size: [560, 110] },
    ),
    table: { type: 'text_input', label: 'Table', at: [0, 38], config: { defaultValue: CSV, multiline: true } },
    parse: { type: 'csv_parse', label: 'Read the rows', at: [250, 10] },
    keep: {
      type: 'data_operations',
      label: 'Only NL',
      at: [550, 10],
      config: { operation: 'filter', key: 'country', condition: 'equals', value: 'NL' },
    },
    numbers: {
      type: 'data_operations',
      label: 'Numbers',
      at: [850, 10],
      config: { operation: 'map', expression: '{"city": city, "people": $number(people)}' },
    },
    sort: {
      type: 'data_operations',
      label: 'Largest first',
      at: [1150, 10],
      config: { operation: 'sort', key: 'people', value: 'desc' },
    },
    rows: { type: 'output', label: 'Cities', at: [1450, 30], config: { name: 'cities' } },
    count: { type: 'output', label: 'How many', at: [1450, 110], config: { name: 'count' } },
  },
  edges: [
    'table:text parse:text',
    'parse:rows keep:data',
    'keep:result numbers:data',
    'numbers:result sort:data',
    'sort:result rows:value',
    'sort:output_count count:value',
  ],
}
