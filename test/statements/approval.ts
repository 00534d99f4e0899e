/** The tests that execute the statements of docs/tutorials/approval.md. */
import { prose, type Statements } from '../statements.ts'

const SESSION = ['sessions: the session in %s gets the answers that it shows']

export const STATEMENTS = {
  'You build a workflow': prose,
  'The node confirmation asks': SESSION,
  'inputs sets values': [
    ...SESSION,
    'answers: is listed as soon as it is in the history, and its execution leaves memory',
  ],
  'Open questions are called': SESSION,
  'An answer counts once': SESSION,
  'Open Inbox in': ['tutorials: the question of the approval tutorial appears in the inbox and is answered there'],
  'Start the workflow again': [
    'tutorials: the question of the approval tutorial appears in the inbox and is answered there',
  ],
  'Press "Reject"': ['tutorials: the question of the approval tutorial appears in the inbox and is answered there'],
  'With approvals: 2': SESSION,
  'To change the setting': prose,
  'Choices, texts, forms': prose,
  'Questions inside a chat': prose,
  'An agent that asks': prose,
} satisfies Statements
