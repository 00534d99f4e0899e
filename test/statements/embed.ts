/** The tests that execute the statements of docs/tutorials/embed.md. */
import { prose, type Statements } from '../statements.ts'

const PAGE = ['tutorials: the page of the embed tutorial edits and saves with tokens of its own server']

export const STATEMENTS = {
  'You put the workflow editor': PAGE,
  'Start the service with': ['docs-commands: shows a command that starts it: %s'],
  'It serves the page': PAGE,
  'It links the stylesheet': PAGE,
  'Start the server in the folder': PAGE,
  'Press A, choose': PAGE,
  'Options, handlers': prose,
  'The same as a complete': prose,
  'Pages with React': prose,
} satisfies Statements
