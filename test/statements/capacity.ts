/** The tests that execute the statements of docs/explanation/capacity.md. */
import { prose, type Statements } from '../statements.ts'

const TABLES = ['docs-capacity: has the table "%s" that the script prints']
const WALLS = ['docs-capacity: has the walls in the order of the measured costs']

export const STATEMENTS = {
  'What a cluster costs per step': prose,
  'An execution of ten pure steps': prose,
  'table Measured costs': TABLES,
  'If every step returns at once': prose,
  'Pure steps are written to the history together': prose,
  'node bench/capacity.ts --measure': prose,
  'The busiest second of a day': prose,
  'table Steps a day': TABLES,
  'A thousand steps a day': prose,
  'A million steps a day': TABLES,
  'A billion steps a day': TABLES,
  'The first wall is': WALLS,
  'The second wall is': WALLS,
  'table Where the first wall is': TABLES,
  'With 1,000 workers that all receive': WALLS,
  'Calls are messages too': TABLES,
  'table Calls to executions': TABLES,
  'Calls are not directed': prose,
  'They are cheap while they are rare': ['docs-capacity: calls are cheap while they are rare'],
  'Postgres knows how often': prose,
  'The shared channel would remain': prose,
  'A worker that has just ended': prose,
  'If most executions are called': prose,
  'The third wall is': WALLS,
  'Restate is behind these walls': prose,
} satisfies Statements
