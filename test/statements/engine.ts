/** What executes the statements of docs/explanation/engine.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'An execution is one run': [
    'invariants: decides the same from the live state and from the history',
    'history: replays $name to the same state as fold',
    'interrupt-contract: writes a question with the event that asks it, and updates it with the event that answers it',
  ],
  'table Three layers': [
    'arrows: inside engine, core knows nothing, driver knows core, scheduler knows both',
    'arrows: the core of the engine imports only the model, and is pure',
  ],
  '“inside engine': ['arrows: inside engine, core knows nothing, driver knows core, scheduler knows both'],
  'Good files to start with': ['docs: links to files that exist'],
  'A workflow with three nodes': ['docs-engine: shows the appends of one execution as the engine makes them'],
  'table The life of one execution': ['docs-engine: shows the appends of one execution as the engine makes them'],
  'Between appends': [
    'invariants: publishes no event that is not in the journal',
    'invariants: runs a step with effects after its start and the results that led to it are recorded',
    'answers: is listed as soon as it is in the history, and its execution leaves memory',
  ],
  'A step is identified': [
    'golden: folds to the view that it always had',
    'walk: keeps a value for every later visit until it is written again',
  ],
  'table Events': ['docs-engine: has fresh tables of the engine; if not, run node scripts/engine-docs.ts'],
  'status.ts is the only file': [
    'status: assigns a status only in status.ts',
    'status: throw if the table does not contain them',
    'status: the table of %s contains exactly the transitions of all recorded and random runs',
  ],
  'table States of a step': ['docs-engine: has fresh tables of the engine; if not, run node scripts/engine-docs.ts'],
  'table States of an execution': [
    'docs-engine: has fresh tables of the engine; if not, run node scripts/engine-docs.ts',
  ],
  'table States of a question': [
    'docs-engine: has fresh tables of the engine; if not, run node scripts/engine-docs.ts',
  ],
  'They are listed at the head': ['docs-engine: lists invariants that each have a test, and no test names another one'],
  'table Invariants': ['docs-engine: lists invariants that each have a test, and no test names another one'],
  'An append states the length': ['children: drops late results of a run that was replaced after a journal fault'],
  'started.v holds': [
    'behaviour: keeps the behaviour that an execution was started with',
    'golden: folds to the view that it always had',
  ],
  'table Behaviour versions': [
    'behaviour: every change of interpretation has a number, a release, a description and a reason',
  ],
  'Most nodes are small pure functions': [
    'append: leaves nothing behind if an execution cannot be created',
    'append: appends the start of a quick step with expressions, which holds their values, with its result',
    'append: runs a quick node that returns a promise once, also if other events arrive meanwhile',
    'nodes: $id: $title (completes synchronously and repeatably)',
  ],
  'Code, patterns and most expressions': [
    'nodes: $id: $title (uses only the sandbox and the clock)',
    'pure-steps: E4 appends a chain of pure steps in one batch with its creation and its end',
  ],
  'It ends after': [
    'docs-numbers: $page states $sentence',
    'pure-steps: records the start of a pure step that takes long, and runs it once',
  ],
  'Only events that can be computed again': [
    'pure-steps: E4 writes the result of a step with effects without waiting for a pure step after it',
    'pure-steps: E4 runs a step with effects only when the pure results before it are durable',
  ],
  'A command or a read': [
    'pure-steps: a cancel ends the wait for a pure step and aborts it',
    'pure-steps: E1 writes a waiting batch before a caller learns that its command had no effect',
  ],
  'An execution that was loaded': ['pure-steps: E5 records the attempt of a pure step after a crash before it runs'],
  'A pure step need not': [
    'crash: ends the same wherever the process dies, and repeats no recorded result',
    'simulation: … seeds from …: a run with crashes ends like one without',
  ],
  'A result has to be durable': [
    'append: E4 runs no step with effects before its inputs are durable: %s',
    'invariants: publishes no event that is not in the journal',
  ],
  'the events that have arrived': [
    'append: E4 appends quick steps before the next step with effects starts, and those after it with its result',
  ],
  'the events that follow': ['append: appends the rounds of a loop of quick steps in one batch'],
  'the starts of the next steps': [
    'append: appends a result with the starts of the next steps, and the last result with the end',
  ],
  'with started, all of these': [
    'append: E4 appends a chain of quick steps in one batch with its creation and its end',
  ],
  'An append is written earlier': [
    'docs-numbers: $page states $sentence',
    'append: many events',
    'append: many characters',
    'append: taken long in all',
    'append: but is written if a command arrives',
    'append: if it has taken long',
    'append: if other executions have taken long in this one',
    'append: executions of quick steps take turns',
    'append: a cancel ends a long loop of quick steps at the next append',
  ],
  'Appends of all executions': [
    'group-commit: writes the changes of one event loop turn as one batch and resolves them when it is written',
    'group-commit: writes half of the changes in flight in a busy thread while the other callers are still working',
    'sqlite-sql: flushes a commit before acknowledging it, and enforces foreign keys',
  ],
  'table What is written together': [
    'docs-numbers: $page states $sentence',
    'write-policy: writes on the main thread after a few small batches in a row',
    'write-policy: writes on the thread while the disk is slow, until the thread measures fast commits',
    'write-policy: does not write on a busy main thread',
    'write-policy: lets the thread run a checkpoint from time to time',
  ],
  'The main thread never waits': [
    'sqlite-journal: does not block the main thread while another connection holds the file, and writes on the thread',
    'sqlite-journal: rejects changes that the main thread cannot write one by one, with the errors of the thread',
  ],
  'A node that asks (ask)': [
    'answers: is listed as soon as it is in the history, and its execution leaves memory',
    'interrupt-contract: writes a question with the event that asks it, and updates it with the event that answers it',
  ],
  'An answer counts once.': [
    'answers: that is answered twice at the same moment counts one answer (waiting: %s)',
    'answers: that is answered and dismissed at the same moment ends as one of the two',
    'answers: rejects an answer while its execution is being cancelled, and is closed',
  ],
  'Resuming.': [
    'answers: resumes its step with the answer, in the same attempt',
    'answers: may be followed by another of the same step',
  ],
  'Several people.': [
    'answers: for two people needs one answer of each',
    'settle: stays open after a rejection while enough approvers are left',
  ],
  'Expiry is a timer': ['answers: expires at its time and not before'],
  'Ends. If the execution': [
    'answers: of a loop round that is abandoned is closed with it',
    'interrupts: the end of an execution closes its questions',
  ],
  'A crash is anything': ['crash: ends the same wherever the process dies, and repeats no recorded result'],
  'table What a crash does': ['docs-engine: shows every row of the crash table by a test that exists'],
  'Promised:': [
    'simulation: … seeds from …: a run with crashes ends like one without',
    'journal-retry: keeps the result of a step that must not run twice: the journal fails %s writing',
    'journal-retry: rejects callers while the journal fails, and drops their events',
    'docs-numbers: $page states $sentence',
  ],
  'Not promised:': [
    'crash: E5 runs a step that may run twice again after a crash, with the same idempotency key',
    'crash: is the same for every attempt of a step, which is counted separately',
  ],
  'Slots.': [
    'queue: are queued as pending and run in order',
    'fairness: workflows take turns even if one of them has a long queue',
    'queue: are rejected while the queue is full and accepted again when there is space',
  ],
  'Waiting.': [
    'waiting: queues executions beyond the slots and finishes all',
    'failures: come after a waiting step has completed at its time',
  ],
  'Disabled nodes.': [
    'pass-over: compiles a plan without the disabled node',
    'disabled-nodes: an execution passes over a disabled node, which has no step',
  ],
  'Retries.': [
    'failures: are retried with growing delays if retryable, while the step is paused',
    'failures: are final if not retryable, and after the last attempt',
    'retry-after: waits for the Retry-After of %s ms, but at least for the delay of the policy: %s ms',
    'retries: the error of a retried attempt stays in the log but not on the job',
    'docs-numbers: $page states $sentence',
  ],
  'Children.': [
    'children: cancelling the parent cancels its children',
    'children: continues a child that no step waits for after a crash, even if its parent is over',
    'journal-retry: retries the start of a child while the database is unavailable',
    'children: a workflow that calls itself fails at the depth limit',
    'docs-numbers: $page states $sentence',
  ],
  'Pause starts no more steps': [
    'waiting: starts nothing while paused, and continues after resume',
    'pipelines: aborts a running node',
  ],
  'Limits.': [
    'failures: follow from a timeout, which leaves nothing running',
    'loops: fail the node for a list longer than maxIterations',
    'node-runner: the outcome contains its log, limited in lines and length',
    'docs-numbers: $page states $sentence',
  ],
  'Retention.': [
    'housekeeping: prunes finished executions by number and by age, and no unfinished one',
    'retention-contract: compacts a history to one row without changing what it contains',
  ],
  'Clients read a history': [
    'docs-commands: shows how a history is read, as a stream and in the database',
    'watch: sends everything in order and ends with the execution',
  ],
  'Last-Event-ID: 7': [
    'watch: continues after every disconnect without loss or duplicates',
    'watch-list: sends the list row when an execution is created, starts and ends',
  ],
  'first is the number': [
    'docs-commands: shows how a history is read, as a stream and in the database',
    'event-text: replaces a large value by its hash and size and stores equal values once',
    'docs-numbers: $page states $sentence',
  ],
  'Values of more than 64 KiB stay JSON text': [
    'offload: large values pass through data nodes without being parsed on the main thread',
  ],
  'table Large values': [
    'offload: large values pass through data nodes without being parsed on the main thread',
    'offload: nodes that use the sandbox get large values in a worker thread',
    'large-values: from a port of type %s to one of type %s are not parsed at once',
    'large-values: can be looped over',
    'event-text: are encoded the same in slices: %s',
    'hooks: returns large outputs without parsing them',
  ],
  'started.maxValueBytes keeps the limit': ['large-values: applies to the results of a loop'],
  'packages/cluster runs the same driver': ['engine-contract: %s'],
  'Start. The process': ['worker: an execution that starts while Restate is away is sent by the sweep'],
  'Drive. Restate has': [
    'engine-contract: a timer fires in the next process',
    'engine-contract: executions beyond the slots wait, and all of them end',
  ],
  'Claims. Every claim': [
    'worker: a worker that was frozen while another one took over cannot write',
    'worker: a worker that has lost its connection to Restate keeps its executions',
  ],
  'Calls. A cancel': [
    'worker: calls take effect in the order in which they were written',
    'worker: a call is answered once, although the worker died between its effect and its reply',
    'worker: a caller gets an error if no worker replies, and its call has no effect later',
  ],
  'Versions. The path': ['versions: a worker of version 1.4.0 serves its own and older versions: %s %s'],
} satisfies Statements
