/** What models used, monthly budgets, and prices. */
import { DateTime, type Static, Type, Uuid } from '../schema.ts'
import { BUDGET_SCOPES, BUDGET_UNITS, USAGE_GROUPINGS } from '../statuses.ts'
import { pageParameters } from './paging.ts'
import { projectParameter } from './projects.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in UTC, such as 2026-11-17.' })
const Model = Type.String({
  minLength: 3,
  maxLength: 200,
  pattern: '^[^/\\s]+/\\S+$',
  description: '`provider/model`, such as `openai/gpt-4.1`.',
})
const Amount = Type.Number({ minimum: 0, maximum: 1_000_000 })
const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 500, description }))

const SUMS = {
  calls: Type.Integer(),
  unpriced_calls: Type.Integer({ description: 'Calls of models without a price, which count as free.' }),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cost: Type.Number({ description: 'In the currency of the prices.' }),
}

/** The usage of one workflow, person, model or day. */
export const UsageEntry = Type.Object(
  {
    key: Type.String({ description: 'Id of the workflow, key of the person or trigger, name of the model, or day.' }),
    name: Type.Nullable(Type.String({ description: 'Of the workflow or person, if it is known.' })),
    ...SUMS,
  },
  { $id: 'UsageEntry' },
)
export type UsageEntry = Static<typeof UsageEntry>

/** The longest period of one list. */
export const MAX_USAGE_DAYS = 366

const FILTERS = {
  from: Type.Optional({ ...Day, description: 'First day, in UTC; default: the first of this month.' }),
  to: Type.Optional({ ...Day, description: 'Last day, in UTC; default: today.' }),
  workflow: text('Id or machine name of a workflow.'),
  person: text('Key of a person, as in the list by person.'),
  model: text('`provider/model`.'),
  ...projectParameter,
}

export const UsageQuery = Type.Object({
  group_by: Type.Enum(USAGE_GROUPINGS, { default: 'workflow' }),
  ...FILTERS,
  ...pageParameters(),
})
export type UsageQuery = Static<typeof UsageQuery>

export const UsageExportQuery = Type.Object(FILTERS)
export type UsageExportQuery = Static<typeof UsageExportQuery>

const Limit = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000_000,
  description: 'Per month, in tokens or in the currency of the prices.',
})
const WarnPercent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'The part of the limit at which `budget.warning` is sent.',
})

export const Budget = Type.Object(
  {
    id: Uuid,
    scope: Type.Enum(BUDGET_SCOPES),
    subject: Type.String({ description: 'The project, workflow, person or model; empty for the whole instance.' }),
    name: Type.Nullable(Type.String({ description: 'Of the project, workflow or person, if it is known.' })),
    unit: Type.Enum(BUDGET_UNITS),
    limit: Type.Number(),
    warn_percent: Type.Integer(),
    used: Type.Number({ description: 'In this month.' }),
    month: Type.String({ description: 'Such as 2026-11, in UTC.' }),
    resets_at: DateTime,
    created_at: DateTime,
    updated_at: DateTime,
    created_by: Type.String(),
  },
  { $id: 'Budget' },
)
export type Budget = Static<typeof Budget>

export const BudgetsQuery = Type.Object({ ...projectParameter, ...pageParameters() })
export type BudgetsQuery = Static<typeof BudgetsQuery>

export const NewBudget = Type.Object(
  {
    scope: Type.Enum(BUDGET_SCOPES),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Id of the project, id or machine name of the workflow, key of the person, or name of the model. Required unless the scope is `instance`.',
      }),
    ),
    unit: Type.Optional(Type.Enum(BUDGET_UNITS, { description: 'Default: `cost`.' })),
    limit: Limit,
    warn_percent: Type.Optional({ ...WarnPercent, description: `${WarnPercent.description} Default: 80.` }),
  },
  { additionalProperties: false },
)
export type NewBudget = Static<typeof NewBudget>

export const BudgetChange = Type.Object(
  { limit: Type.Optional(Limit), warn_percent: Type.Optional(WarnPercent) },
  { additionalProperties: false },
)
export type BudgetChange = Static<typeof BudgetChange>

/** The metrics have a value for each of them. */
export const MAX_BUDGETS = 200

export const BudgetParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

/** The price of a model per million tokens. */
export const ModelPrice = Type.Object(
  {
    model: Type.String(),
    input: Type.Number({ description: 'Per million tokens that the model reads.' }),
    output: Type.Number({ description: 'Per million tokens that the model writes.' }),
    currency: Type.String(),
    source: Type.Enum(['stored', 'setting'], { description: '`setting`: from `--model-price`; stored prices win.' }),
  },
  { $id: 'ModelPrice' },
)
export type ModelPrice = Static<typeof ModelPrice>

export const NewModelPrice = Type.Object(
  { model: Model, input: Amount, output: Amount },
  { additionalProperties: false },
)
export type NewModelPrice = Static<typeof NewModelPrice>

export const ModelPriceQuery = Type.Object({ model: Model })
