/** What executes the statements of docs/how-to/people.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Five node types ask': [
    'answers: is listed as soon as it is in the history, and its execution leaves memory',
    'interrupts: can be read while the execution waits for it',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'table What can be asked': [
    'docs-playground: lists the question types with all keys of their config',
    'interrupts: %s: %#',
  ],
  'value and summary of a review': [
    'answer: has a decision for every change; values and counts are derived',
    'answer: reports a problem with code, message and path',
    'running: rejects an oversized question, but accepts its answer',
  ],
  'GET /interrupts |': ['inbox: lists open questions, newest first, with filters'],
  'GET /pipelines/{id}/interrupts': [
    'interrupt-origins: is paged, oldest first, with a filter by status',
    'interrupt-origins: lists its question under the calling execution, two levels up as well',
  ],
  'GET /playground/sessions/{id}/interrupts': [
    'interrupt-origins: is paged, oldest first, with a filter by status',
    'questions: is a pending assistant message; the session awaits input',
  ],
  'GET /interrupts/{id} |': ['interrupts: can be read while the execution waits for it'],
  'All take status': [
    'inbox: lists open questions, newest first, with filters',
    'inbox: lists the questions of the caller by default',
    'interrupt-origins: asks one question per item and returns the answers in item order',
  ],
  'The children of': [
    'called-workflows: sends questions and messages to the conversation; every calling execution lists the question',
    'called-workflows: is not listed under unrelated executions',
    'suspension: the child execution of an agent tool keeps running',
  ],
  'GET /interrupts/events streams': ['sessions: the session in %s gets the answers that it shows'],
  'The first event': [
    'inbox: starts with the count for the caller and sends every change',
    'inbox: sends "missed" when a slow reader lost changes',
  ],
  'POST /interrupts/{id} with': [
    'interrupt-origins: shows the question as a message, and the reply to the answer waits for what follows it',
    'docs-numbers: $page states $sentence',
  ],
  'An answer counts': [
    'interrupts: of twenty concurrent answers one counts, and its reply is the success',
    'interrupts: of a concurrent answer and dismissal one wins, and the other is rejected',
    'interrupts: records who answered what, and when',
    'people-crash: people answer and talk through kills from seed …: every promise holds, every question has one answer',
  ],
  'Dismissing.': [
    'interrupts: fails the execution with the name of the person who dismissed it',
    'interrupts: follows the error edge if there is one',
    'interrupts: is rejected where the node does not allow it; the question can still be answered',
  ],
  'Expiry.': ['interrupts: after the deadline: %s', 'running: rejects an invalid answer'],
  'Cancelling the execution': [
    'interrupts: the end of an execution closes its questions',
    'questions: %s closes open questions; the session is idle',
  ],
  'A question that': [
    'interrupts: after the deadline: %s',
    'interrupts: the end of an execution closes its questions',
    'interrupts: fails the execution with the name of the person who dismissed it',
  ],
  'An answer may have': [
    'docs-numbers: $page states $sentence',
    'answer: rejects an answer to any question that is too large',
  ],
  'A confirmation can': ['approvals: needs the approval of two different people'],
  'With a list of approvers': [
    'approvals: only those on the list may answer, by id or by name',
    'settle: stays open after a rejection while enough approvers are left',
  ],
  'A name on the list': [
    'approvals: a name on the list has one vote, however many tokens carry it',
    'approvals: a self-chosen name does not match a name on the list',
  ],
  'Without a list': ['approvals: the first rejection decides where anyone may answer'],
  "Each person's answer": ['approvals: needs the approval of two different people'],
  'Until it is closed': [
    'approvals: needs the approval of two different people',
    'inbox: lists the questions of the caller by default',
  ],
  'Only people who': [
    'approvals: only those on the list may answer, by id or by name',
    'approvals: a viewer may neither answer nor dismiss',
  ],
  'Reading lists and streams': [
    'inbox: is empty for a viewer even when named in the list; a viewer can read all questions',
    'approvals: a viewer may neither answer nor dismiss',
  ],
  'Questions and answers': [
    'people-crash: people answer and talk through kills from seed …: every promise holds, every question has one answer',
    'people-crash: a question whose deadline passes while the service is down expires at the next start',
  ],
} satisfies Statements
