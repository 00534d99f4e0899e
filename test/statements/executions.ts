/** What executes the statements of docs/how-to/executions.md. */
import type { Statements } from '../statements.ts'

const LIST = 'executions: the list shows what started a run, when, and its error, and is searched on the service'
const SEARCH = 'pipelines: are searched by trigger, caller, error and time'
const STARTER =
  'execution-search-contract: lists and finds executions by who started them, and by the revision that ran'
const RETRY = 'executions: a corrected workflow is retried from the failed step with the results before it'
const ORIGINAL = 'retry-from: a retry from the failed step takes the results before it over'
const LATEST = 'retry-from: a retry with the latest version runs the corrected step with the results before it'
const EDITOR =
  'executions: a run opens in the editor with its values on the canvas, and the editor links to its executions'

export const STATEMENTS = {
  'The page Executions lists': [LIST],
  'Workflow, Status': [SEARCH],
  Time: ['execution-search-contract: finds executions by time, also those created while the clock was behind'],
  Trigger: ['execution-search-contract: finds executions by trigger, together with workflow and status, in pages'],
  'Started by': [
    'execution-search-contract: finds executions by part of the name of the caller and of the error, in any case',
  ],
  'Started with': [STARTER, SEARCH],
  'Id of the starter': [STARTER, SEARCH],
  Version: [STARTER, SEARCH],
  'Error contains': [LIST],
  'The filters from Trigger on': ['list-filter: the address of the page holds every filter', LIST],
  'The service does the search': [
    SEARCH,
    'execution-search-contract: reads in chunks, does not list parts, and stops at the limit of a search',
  ],
  'The viewer shows a run': ['executions: the timeline is reached by keyboard and shows waits'],
  'Open in editor on': [EDITOR, 'executions: the menu of a row retries a failed run and opens it in the editor'],
  'Correct the workflow': [RETRY],
  'With the original version': [ORIGINAL],
  'With the current version': [LATEST, RETRY],
  'Steps before the failed one': [
    ORIGINAL,
    'retry-from: results that the caller could not have produced are not taken over by a retry',
  ],
  'By API:': [
    LATEST,
    'retry-from: a rerun of the latest version without a step runs everything again with the same inputs',
  ],
  'Tick two executions': [
    'executions: two runs are compared step by step',
    'compare-runs: compares truncated values by their beginning and length',
  ],
  'In a cluster an': ['cluster-roles: an execution that Restate paused is shown as stuck, and continues after resume'],
} satisfies Statements
