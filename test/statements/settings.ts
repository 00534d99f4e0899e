/** The tests that execute the statements of docs/reference/settings.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Every setting has': [
    'config: a flag wins over the environment',
    'config: a list may be given in parts',
    'config: names every flag with its twin and its default',
    'start: --help names them and starts nothing',
  ],
  'table All settings': [
    'docs-operating: docs/reference/settings.md lists every setting as --help does',
    'config: have defaults',
  ],
} satisfies Statements
