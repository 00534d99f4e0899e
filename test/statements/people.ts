/** What executes the statements of docs/how-to/people.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Five node types ask': [
    'answers: is listed as soon as it is in the history, and its execution leaves memory',
    'interrupts: can be read while the execution waits for it',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'table What can be asked': [
    'docs-playground: lists the types of question with all that their config may say',
    'interrupts: %s: %#',
  ],
  'value and summary of a review': [
    'answer: a decision for every change; values and counts follow from it',
    'answer: what is wrong has a code, words and a place',
    'running: is not asked where nobody could read it, and goes on where it was',
  ],
  'GET /interrupts |': ['inbox: lists what is open, newest first, and can be narrowed'],
  'GET /pipelines/{id}/interrupts': [
    'places: is paged, oldest first, and can be narrowed to a status',
    'places: has its question in the list of the one that called, two calls up as well',
  ],
  'GET /playground/sessions/{id}/interrupts': [
    'places: is paged, oldest first, and can be narrowed to a status',
    'questions: is a pending message of the assistant; the session awaits input',
  ],
  'GET /interrupts/{id} |': ['interrupts: can be read while the execution waits for it'],
  'All take status': [
    'inbox: lists what is open, newest first, and can be narrowed',
    'inbox: is of the caller, unless told otherwise',
    'places: has a question for each, and puts the answers in order whatever order they come in',
  ],
  'The children of': [
    'called-workflows: asks and speaks in the conversation; each execution on the way lists what it waits for',
    'called-workflows: is not listed where it does not belong',
    'suspension: what the tool of an agent waits for is left as it is',
  ],
  'GET /interrupts/events streams': ['sessions: the session in %s gets the answers that it shows'],
  'The first event': [
    'inbox: begins with what waits for the caller, and tells every change',
    'inbox: says when it could not tell everything',
  ],
  'POST /interrupts/{id} with': [
    'places: shows the question in a message, and what follows the answer is there when the answer is taken',
    'docs-numbers: $page says $sentence',
  ],
  'An answer counts': [
    'interrupts: of twenty answers at once one counts, and it is the one that is told',
    'interrupts: of an answer and a dismissal at once one wins, and the other hears of it',
    'interrupts: records who answered what, and when',
    'people-crash: people answer and talk through kills from seed …: every promise holds, every question has one answer',
  ],
  'Dismissing.': [
    'interrupts: fails the execution, and says who it was',
    'interrupts: goes by the error edge where there is one',
    'interrupts: is refused where the node does not allow it; the question can still be answered',
  ],
  'Expiry.': ['interrupts: that is up: %s', 'running: an answer that does not fit fails, wherever it came from'],
  'Cancelling the execution': [
    'interrupts: the end of an execution closes what it asked',
    'questions: %s closes what is asked; the session is idle',
  ],
  'A question that': [
    'interrupts: that is up: %s',
    'interrupts: the end of an execution closes what it asked',
    'interrupts: fails the execution, and says who it was',
  ],
  'An answer may have': [
    'docs-numbers: $page says $sentence',
    'answer: an answer that is too large for a list is refused, whatever was asked',
  ],
  'A confirmation can': ['approvals: two different people have to say yes'],
  'With a list of approvers': [
    'approvals: only those on the list may answer, by id or by name',
    'settle: a no is borne as long as enough are left',
  ],
  'A name on the list': [
    'approvals: a name on the list has one voice, however many tokens have it',
    'approvals: a name that its owner may choose is not what the list means',
  ],
  'Without a list': ['approvals: the first no decides where anybody may answer'],
  "Each person's answer": ['approvals: two different people have to say yes'],
  'Until it is closed': [
    'approvals: two different people have to say yes',
    'inbox: is of the caller, unless told otherwise',
  ],
  'Only people who': [
    'approvals: only those on the list may answer, by id or by name',
    'approvals: one who only looks may neither answer nor dismiss',
  ],
  'Reading lists and streams': [
    'inbox: has nothing for those who may only read, whoever is on the list; all of it is theirs to read',
    'approvals: one who only looks may neither answer nor dismiss',
  ],
  'Questions and answers': [
    'people-crash: people answer and talk through kills from seed …: every promise holds, every question has one answer',
    'people-crash: a question whose time is up while nobody is there expires at the next start',
  ],
} satisfies Statements
