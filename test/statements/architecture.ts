/** What executes the statements of docs/architecture.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'A pure core decides': ['arrows: pure rooms import nothing from the platform', 'arrows: $what stays in its room'],
  'table Rooms': ['arrows: every import between rooms is in the table', 'docs: links to files that exist'],
  'bench/ measures': prose,
  'table Arrows': ['docs: draws the arrows that the code keeps'],
  'nodes imports agentspec': ['arrows: every import between rooms is in the table', 'nodes: every type runs but a few'],
  'test/arrows.test.ts keeps': [
    'arrows: every import between rooms is in the table',
    'arrows: $what stays in its room',
  ],
  'A document is stored as': [
    'workflows: reading gives the document and its entity tag',
    'check-reply: printed JSON goes out as it is, to the letter',
    'secrets: does not open in another context',
  ],
  'table One source for one fact': [
    'docs: names files and operations that exist',
    'docs-nodes: the pages in docs/nodes are fresh; if not, run node scripts/node-docs.ts',
    'config: names every flag with its twin and its default',
  ],
  'Bodies, replies, Server-Sent Events': [
    'wire: every body, reply and event is declared in the model',
    'check-events: an event outside its schema fails the test',
    'single-source: are spelled out in model/src/statuses.ts and nowhere else',
    'single-source: keys of nodes, node types and flows are written in model/src/extensions.ts',
    'single-source: the canvas and its stylesheet have no numbers of their own for cards',
  ],
  'table Where do I put …?': ['docs: names files and operations that exist'],
  'Three things people get wrong': prose,
  'A package is imported by its name': [
    'surfaces: every package that others import lists its exports by name',
    'engine-boundary: imports no shape of the wire',
  ],
} satisfies Statements
