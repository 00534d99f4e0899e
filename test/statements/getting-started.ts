/** The tests that execute the statements of docs/getting-started.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'You need Node.js': ['docs-commands: shows a command that starts it: %s'],
  'In a clone of the repository': ['docs-commands: shows a command that starts it: %s'],
  'The first start installs': [
    'package: installs into an empty folder and runs a workflow, by the commands of docs/how-to/deploy.md',
  ],
  'The service listens on': ['start: prints where it is, and a link that signs in exactly once'],
  'Under Workflows, choose': ['templates: runs to its end offline'],
  'Press Run. The run panel': ['first-workflow: builds a workflow from an empty page to the result of a run'],
  'Enter another name': ['run-session: runs a saved document as stored and any other as sent with the request'],
  'Drag a node': ['connecting: an incompatible connection is rejected while it is dragged, with the reason'],
  'Press Save.': ['workflows: every save is a version that can be listed, read, compared and restored'],
  'table Run a workflow': ['docs: links to files that exist'],
  'In the root of a clone': ['sessions: the session in %s gets the answers that it shows'],
  'Use the id that your service': ['openapi: has an operation for every endpoint, and no others'],
  'The tutorials build': prose,
  'The examples are small': [
    'examples: %s prints what its README shows',
    'examples: every example has a README that shows what it prints',
  ],
  'Stop the service': ['examples: resumes after kill -9 and ends like an undisturbed run'],
} satisfies Statements
