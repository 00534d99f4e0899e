import { defineNode, isObject, multiline, secret, Type } from '@millrace/model'
import { badInput, badSetting, kindOf } from '../running/input-values.ts'

const MAX_ROWS = 10_000

/** Asks a SQL database; values reach it as bound parameters only. */
export default defineNode({
  id: 'sql_query',
  version: '1.0.0',
  name: 'SQL query',
  description: 'Asks a SQL database. Values are bound as parameters, never written into the query.',
  category: 'data',
  icon: 'mdi:database-search',
  alsoDrawnAs: ['tool'],
  tags: ['sql', 'database', 'postgres', 'sqlite', 'query'],

  config: Type.Object({
    connection: Type.Optional(
      secret({
        title: 'Connection',
        description: 'Address of the database with its credentials. Kept encrypted.',
        placeholder: 'postgres://user:password@host/database',
      }),
    ),
    query: multiline({
      title: 'Query',
      description: 'One statement. :name stands for the parameter of that name, $1 for the first of a list.',
      minLength: 1,
      maxLength: 65_536,
      placeholder: 'select * from orders where customer = :customer',
    }),
    readOnly: Type.Optional(
      Type.Boolean({ title: 'Only read', description: 'Statements that change data are refused.', default: true }),
    ),
  }),
  inputs: { parameters: { name: 'Parameters', dataType: 'json', description: 'Values by name, or in a list.' } },
  outputs: {
    rows: { name: 'Rows', dataType: 'json[]' },
    count: { name: 'Count', dataType: 'number', description: 'Rows read or changed.' },
  },
  tool: true,
  agentspec: 'tool_node',

  /** A change may have been made before the crash. */
  afterCrash: ({ readOnly }) => (readOnly === false ? 'fail' : 'run again'),

  async run({ config, inputs, effects }) {
    const { connection, query, readOnly = true } = config
    if (!connection) throw badSetting('connection', 'is empty: there is no database to ask')
    const parameters = inputs.parameters ?? {}
    if (!isObject(parameters) && !Array.isArray(parameters)) {
      throw badInput('parameters', `must be an object or a list, is ${kindOf(parameters)}`)
    }
    const { rows, count } = await effects.sql({ connection, query, parameters, readOnly, maxRows: MAX_ROWS })
    return { rows, count }
  },

  examples: [
    {
      title: 'hands on the rows; values are bound by name',
      config: { connection: 'sqlite:shop.db', query: 'select id, total from orders where customer = :customer' },
      inputs: { parameters: { customer: "7' or 1=1" } },
      outputs: { rows: [], count: 0 },
    },
    {
      title: 'or by position',
      config: { connection: 'sqlite:shop.db', query: 'select id, total from orders where customer = $1' },
      inputs: { parameters: [7] },
      outputs: { rows: [{ id: 1, total: 9.5 }], count: 1 },
    },
    {
      title: 'a statement that changes data has to be allowed',
      config: { connection: 'sqlite:shop.db', query: 'delete from orders', readOnly: true },
      fails: 'READ_ONLY',
    },
    {
      title: 'and says how many rows it changed',
      config: { connection: 'sqlite:shop.db', query: 'delete from orders', readOnly: false },
      outputs: { rows: [], count: 3 },
    },
    { title: 'needs a database', config: { query: 'select 1' }, fails: 'BAD_CONFIG' },
    {
      title: 'parameters are an object or a list',
      config: { connection: 'sqlite:shop.db', query: 'select 1' },
      inputs: { parameters: 7 },
      fails: 'BAD_INPUT',
    },
  ],
})
