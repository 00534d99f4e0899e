/** The tests that execute the statements of docs/tutorials/rag.md. */
import { prose, type Statements } from '../statements.ts'

const SESSION = ['sessions: the session in %s gets the answers that it shows']

export const STATEMENTS = {
  'You build retrieval': SESSION,
  'The provider echo': SESSION,
  'split_text makes': SESSION,
  'A passage that is stored twice': [
    'vector-documents: unknown keys become metadata, and a missing id is derived from the content',
    'vector-documents: embeds only documents without a vector and keeps the last of each id',
  ],
  'The second workflow turns': SESSION,
  'To use a real model': prose,
  'Filters, limits': prose,
  'Tools for agents': prose,
} satisfies Statements
