/** What executes the statements of docs/how-to/usage.md. */
import { prose, type Statements } from '../statements.ts'

const COUNTED = 'usage: is counted by workflow, person, model and day, with the price of the call'
const PRICED = 'usage: of a model without a price has no cost until a price is set, which later calls have'
const EXPORTED = 'usage: is exported as CSV'
const PERIODS = 'usage: is refused for periods that are not days, end before they begin or are too long'
const BY_PROJECT = 'usage: is filtered by project, and admins of a project see only what its workflows used'
const STOPS = 'usage: warns, then stops calls before the provider gets them, and allows them again when it is raised'
const EARLIER =
  'usage: of a workflow, a person or the instance counts what was used before it was created, in the currency'
const OF_PROJECT =
  'usage: of a project warns, stops the calls of its workflows with the name of the project, and no others'
const BY_NAME =
  'usage: of a workflow that is named by its machine name limits that workflow, and usage is selected by it too'
const SUBJECTS = 'usage: needs a subject that fits its scope'
const SEEN = 'usage: is seen by admins of its project, who cannot change it'
const IN_PROJECT = 'usage-contract: a project has used what its workflows used while they were in it'
const BUDGETS_OF_PROJECT = 'usage-contract: budgets are listed by project: its own and those of its workflows'
const UPGRADED = 'usage-migrations: projects have used what their workflows used: %s'
const ASSISTANT = 'usage: counts and stops the assistant, which answers by rules then'
const ONCE = 'usage-contract: an append adds its usage, and a rejected one does not'
const OWNED =
  'cluster-store: the model usage of an append is counted once, and not if the process has lost the execution'
const ANNOUNCED = 'usage-contract: reaching the warning and the limit of a budget is in the outbox once'
const PRUNED = 'usage-contract: pruning removes one old day at a time, and old totals'
const KILLED = 'usage-killed: every recorded model call is counted once after kill -9'
const METRICS = 'metrics: count the tokens and the cost of model calls by provider and model, and failed calls'
const PAGE = 'usage: shows what models used, and sets prices and budgets'
const FILTERED = 'usage: filters by project and names what is counted'
const OF_MEMBER = 'usage: shows an admin of one project its usage and budgets, and lets them change nothing'
const SESSION = 'sessions: the session in %s gets the answers that it shows'

export const STATEMENTS = {
  'The service counts': [COUNTED, STOPS, PAGE, OF_MEMBER],
  '--model-price openai': [PRICED, COUNTED],
  'echo needs no provider': [SESSION],
  'group_by is': [COUNTED, PERIODS, BY_NAME],
  'project selects the workflows': [BY_PROJECT, FILTERED],
  'A person is': [COUNTED],
  'Calls of the assistant': [ASSISTANT],
  'GET /usage/export': [EXPORTED],
  'Rows older than': [PRUNED],
  'The usage of a step': [ONCE, OWNED, KILLED],
  'If a node exceeds': ['failures: of an attempt that takes too long count its model calls up to its last note'],
  'A budget limits': [STOPS, EARLIER, OF_PROJECT],
  'subject is': [BY_NAME, SUBJECTS, EARLIER, STOPS],
  'At 100 %': [STOPS],
  'A budget of a project': [OF_PROJECT, IN_PROJECT],
  'Creating, changing and deleting budgets': [SEEN, OF_MEMBER, OF_PROJECT, BUDGETS_OF_PROJECT],
  'Calls that are under way': [STOPS],
  'What was used earlier': [EARLIER, STOPS, UPGRADED],
  'At warn_percent': [STOPS, ANNOUNCED],
  'The metric millrace_budget_used_ratio': [METRICS],
  'There may be 200 budgets': prose,
} satisfies Statements
