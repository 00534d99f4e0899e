/** The tests that execute the statements of docs/tutorials/webhook-flow.md. */
import { prose, type Statements } from '../statements.ts'

const SESSION = ['sessions: the session in %s gets the answers that it shows']

export const STATEMENTS = {
  'You build a workflow': prose,
  'A workflow is a JSON': SESSION,
  'webhook_trigger starts': SESSION,
  'json_transform computes': SESSION,
  'prompt_template fills': SESSION,
  'output names': SESSION,
  'The service encrypts': SESSION,
  'A call without the secret': SESSION,
  'With the secret': SESSION,
  'A caller that repeats': SESSION,
  'Every call is an execution': SESSION,
  'In the browser, open Executions': ['viewer: watches a run live in graph, kanban and table'],
  'Open Workflows and choose': [
    'tutorials: the workflow of the webhook tutorial is changed in the editor and called again',
  ],
  'Select the node': ['tutorials: the workflow of the webhook tutorial is changed in the editor and called again'],
  'Press Save. The next': ['tutorials: the workflow of the webhook tutorial is changed in the editor and called again'],
  'Signed calls': prose,
  'What happens to calls': prose,
  'Ask a person before': prose,
} satisfies Statements
