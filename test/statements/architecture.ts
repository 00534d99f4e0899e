/** What executes the statements of docs/contributing/architecture.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'A pure core decides': ['arrows: pure rooms import nothing from the platform', 'arrows: $what stays in its room'],
  'table Packages': ['arrows: every import between rooms is in the table', 'docs: links to files that exist'],
  'bench/ has benchmarks': prose,
  'table Imports between packages': ['docs: draws the arrows that the code keeps'],
  'service imports client for': ['arrows: every import between rooms is in the table'],
  'nodes imports agentspec': [
    'arrows: every import between rooms is in the table',
    'nodes: all types run except a few',
  ],
  'test/arrows.test.ts enforces this': [
    'arrows: every import between rooms is in the table',
    'arrows: $what stays in its room',
  ],
  'packages/service/src has one folder': [
    'arrows: every capability is in the table, and the table has no circle',
    'arrows: capabilities import only the capabilities that the table allows',
  ],
  'table Inside the service': ['docs: has %s with the imports that the code keeps'],
  'Each folder has its routes': [
    'registries: a new file is registered and a removed one is not, and nothing else is written',
    'broadcast: yields the values published since it began, in order, and none of other topics',
  ],
  'packages/web/src has one folder': [
    'arrows: every folder is in the table, and the table has no circle',
    'arrows: folders import only the folders that the table allows',
    'arrows: the graph core imports only the model and uses no React and no DOM',
  ],
  'table Inside the web': ['docs: has %s with the imports that the code keeps'],
  'The editor exports the type': [
    'arrows: folders import only the folders that the table allows',
    'language: may differ between two editors on one page, including menus and messages',
    'auto-layout: loads its worker on first use and is one undo step',
  ],
  'A document is stored as': [
    'workflows: a read returns the document and its entity tag',
    'check-reply: serialised JSON is sent unchanged',
    'secrets: rejects a value sealed for another context',
  ],
  'With --engine restate several processes': [
    'bus: reports a gap after its connection broke, and delivers later messages',
    'other-process-contract: the end of an execution is found although no message about it arrives',
  ],
  'table Several processes': [
    'other-process-contract: an execution is watched through another process, from any position',
    'other-process-contract: a caller waits in another process for the end of an execution',
    'other-process-contract: the list of executions and the inbox change in another process',
    'other-process-contract: a session is followed through another process',
    'other-process-contract: text that a step streams reaches early and late followers in another process',
    'other-process-contract: an Agent Spec flow is watched through another process',
    'other-process-contract: streams continue after the connection between the processes broke',
    'background: a token that one process revokes is rejected by the other one, and its streams end',
    'background: a test call reaches the editor that listens in another process',
    'background: a schedule starts one execution per planned time although both processes process it',
    'background: one process does the work in the background, with the backups, and the other one takes over when it stops',
    'background: messages of a turn whose process ended are written by another process',
  ],
  'New state goes into this table': prose,
  'table One source per fact': [
    'docs: names files and operations that exist',
    'docs-nodes: the pages in docs/reference/nodes are fresh; if not, run node scripts/node-docs.ts',
    'config: lists every flag with its environment variable and its default',
  ],
  'Parameters, bodies, replies, Server-Sent': [
    'wire: every parameter, body, reply and event is declared in the model',
    'wire: no route file declares a schema',
    'check-events: an event that does not match its schema fails the test',
    'single-source: are spelled out in model/src/statuses.ts and nowhere else',
    'single-source: keys of nodes, node types and flows are written in model/src/extensions.ts',
    'single-source: the canvas and its stylesheet have no numbers of their own for cards',
  ],
  'table Where do I put …?': ['docs: names files and operations that exist'],
  'Three common mistakes': prose,
  'A package is imported by its name': [
    'surfaces: every package that others import lists its exports by name',
    'engine-boundary: imports no shape of the wire',
  ],
  'node-sdk re-exports': [
    'run-node: has defaults in its config, converted inputs, and outputs as they are stored',
    'node-sdk: the tests of the template pass outside of the repository, with strict types',
  ],
} satisfies Statements
