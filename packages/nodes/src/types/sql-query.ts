import { defineNode, isObject, multiline, secret, Type } from '@millrace/model'
import { credentialPicker } from '../fields/credential-field.ts'
import { badInput, badSetting, kindOf } from '../running/input-values.ts'

const MAX_ROWS = 10_000

/** Queries a SQL database; values are passed as bound parameters only. */
export default defineNode({
  id: 'sql_query',
  version: '1.0.0',
  name: 'SQL query',
  description: 'Runs a query on a SQL database. Values are bound as parameters, never inserted into the query text.',
  category: 'data',
  icon: 'mdi:database-search',
  alsoDrawnAs: ['tool'],
  tags: [
    'sql',
    'database',
    'db',
    'database query',
    'db query',
    'query',
    'postgres',
    'sqlite',
    'Datenbank',
    'Datenbankabfrage',
    'SQL-Abfrage',
    'Abfrage',
  ],
  keywords: ['sqlite', 'query', 'table', 'insert', 'postgresql', 'mysql'],
  summary: '{{query}}',

  config: Type.Object({
    credential: Type.Optional(
      credentialPicker('sql', {
        title: 'Credential',
        description: 'A stored credential with the database URL.',
        placeholder: 'None',
      }),
    ),
    connection: Type.Optional(
      secret({
        title: 'Connection',
        description: 'Database URL with credentials. Stored encrypted.',
        placeholder: 'postgres://user:password@host/database',
        'x-show-when': { credential: '' },
      }),
    ),
    query: multiline({
      title: 'Query',
      description: 'A single statement. :name is the parameter of that name, $1 the first of a list.',
      minLength: 1,
      maxLength: 65_536,
      'x-expression': false,
      placeholder: 'select * from orders where customer = :customer',
    }),
    readOnly: Type.Optional(
      Type.Boolean({ title: 'Read-only', description: 'Rejects statements that change data.', default: true }),
    ),
  }),
  inputs: { parameters: { name: 'Parameters', dataType: 'json', description: 'Object of named values, or a list.' } },
  outputs: {
    rows: { name: 'Rows', dataType: 'json[]' },
    count: { name: 'Count', dataType: 'number', description: 'Rows read or changed.' },
  },
  tool: true,
  agentspec: 'tool_node',

  /** A write may have been committed before the crash, so it is not repeated. */
  afterCrash: ({ readOnly }) => (readOnly === false ? 'fail' : 'run again'),

  async run({ config, inputs, effects }) {
    const { connection, credential, query, readOnly = true } = config
    if (!connection && !credential) throw badSetting('connection', 'is required')
    const parameters = inputs.parameters ?? {}
    if (!isObject(parameters) && !Array.isArray(parameters)) {
      throw badInput('parameters', `must be an object or a list (got ${kindOf(parameters)})`)
    }
    const target = credential ? { credential } : { connection: connection ?? '' }
    const { rows, count } = await effects.sql({ ...target, query, parameters, readOnly, maxRows: MAX_ROWS })
    return { rows, count }
  },

  examples: [
    {
      title: 'outputs the rows and binds values by name',
      config: { connection: 'sqlite:shop.db', query: 'select id, total from orders where customer = :customer' },
      inputs: { parameters: { customer: "7' or 1=1" } },
      outputs: { rows: [], count: 0 },
    },
    {
      title: 'binds values by position',
      config: { connection: 'sqlite:shop.db', query: 'select id, total from orders where customer = $1' },
      inputs: { parameters: [7] },
      outputs: { rows: [{ id: 1, total: 9.5 }], count: 1 },
    },
    {
      title: 'rejects a write in read-only mode',
      config: { connection: 'sqlite:shop.db', query: 'delete from orders', readOnly: true },
      fails: 'READ_ONLY',
    },
    {
      title: 'outputs the number of changed rows',
      config: { connection: 'sqlite:shop.db', query: 'delete from orders', readOnly: false },
      outputs: { rows: [], count: 3 },
    },
    { title: 'rejects a missing connection', config: { query: 'select 1' }, fails: 'BAD_CONFIG' },
    {
      title: 'rejects parameters that are neither an object nor a list',
      config: { connection: 'sqlite:shop.db', query: 'select 1' },
      inputs: { parameters: 7 },
      fails: 'BAD_INPUT',
    },
  ],
})
