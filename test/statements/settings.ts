/** The tests that execute the statements of docs/reference/settings.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Every setting has': [
    'config: prefer a flag over the environment',
    'config: merge a list flag that is given several times',
    'config: lists every flag with its environment variable and its default',
    'start: --help names them and starts nothing',
  ],
  'table All settings': [
    'docs-operating: docs/reference/settings.md lists every setting as --help does',
    'config: have defaults',
  ],
} satisfies Statements
