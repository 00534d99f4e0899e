/** What executes the statements of docs/reference/agentspec-mapping.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'A workflow can be exported': [
    'docs-agentspec: lists every kind of node with its names, its type and the native types that become one',
  ],
  'Every component has a node type': [
    'corpus: survives a round trip over the canvas',
    'every-type: keeps its settings in a round trip through the %s dialect',
  ],
  'table Kinds of nodes': [
    'docs-agentspec: lists every kind of node with its names, its type and the native types that become one',
    'every-type: keeps its settings in a round trip through the %s dialect',
    'agentspec-templates: comes back as it was drawn and runs with the same result',
  ],
  'Types that are not in the table': ['every-type: keeps its settings in a round trip through the %s dialect'],
  'A flow with such server tools': [
    'agentspec-templates: gives the same as a flow that is submitted',
    'agentspec-templates: an export lists the nodes that only Millrace can run',
    'to-flow: reject a custom type',
  ],
  'Some structures that': [
    'folds: that was changed elsewhere is imported as an Agent Spec node',
    'folds: are exported as valid flows of the %s dialect and restored',
  ],
  'table Flows inside nodes': [
    'folds: are exported as valid flows of the %s dialect and restored',
    'folds: are one node in the official dialect and run in sequence in the simple one',
    'exported-runs: random loops, forks, failures and choices return the same results as a flow',
  ],
  'A loop cannot be exported': [
    'folds: that Agent Spec cannot express is not mappable: %s',
    'folds: %s run in sequence',
  ],
  'CatchExceptionNode needs version': [
    'folds: requires a version that supports it, else is omitted with its nodes and restored on import',
    'folds: a version that does not support a component is rejected with its name',
  ],
  'table From a workflow to a flow': [
    'to-flow: a workflow survives the %s dialect unchanged',
    'to-flow: follows data edges and gets a start and an end',
    'to-flow: an invalid title is renamed together with its edges',
    'to-flow: braces of a prompt are literal text and are restored',
    'to-flow: secrets are never exported',
    'component-credentials: is exported without a secret and imported with the names: %s',
    'to-flow: include a cycle only in the simple dialect',
  ],
  'table From a flow to a workflow': [
    'to-workflow: has nodes with catalogue types, numbered ids and layered positions',
    'to-workflow: keeps whole components in the config, with their names in separate fields',
    'to-workflow: draws implicit data flow with a mark and exports it as implicit again',
    'to-workflow: secrets of a document are stored only in hidden fields',
    'to-workflow: draws an unknown component and exports it unchanged',
    'type-ports: becomes the error port of the node with its connections',
  ],
  'A document is': [
    'conversion: rejects structural errors with 422 and all reasons, and only warns about what prevents running',
    'conversion: rejects a document that is not Agent Spec with 422 and the keys of a check',
  ],
  'POST /workflows/{id}/execute runs': [
    'native-runs: takes launch inputs with and without a node id and outputs the inputs of its end',
    'native-runs: a failure takes the error path, unless a property or branch has its name',
  ],
  'table Running an imported flow as a workflow': [
    'corpus: $file: $name',
    'native-runs: receives messages as from the assistant',
    'native-runs: a registered agent runs within the turn limit of the node',
    'native-runs: only a caught failure takes the error path',
  ],
  'A node that was': ['native-runs: a stored workflow runs as a flow: once, caught, per item and in parallel'],
  'table What has no equivalent': [
    'folds: that Agent Spec cannot express is not mappable: %s',
    'to-flow: warns about config without an equivalent',
  ],
  'In the simple form a sub_workflow': [
    'called-workflows: is included as a flow, found by id or name',
    'called-workflows: is written once if it is called in several places',
    'called-workflows: is only referenced in the simple dialect',
  ],
  'In these cases': [
    'called-workflows: because workflows call each other too deep',
    'called-workflows: because there would be too many nodes: two calls in each of many workflows',
    'called-workflows: workflows that call each other in a cycle are rejected with the names of the cycle',
    'exported-runs: a workflow that is only started is called by a tool in the export',
  ],
  'A node with inputs or outputs of its own': [
    'called-workflows: a call with ports of its own survives the %s dialect',
    'exported-calls: a call with ports of its own runs after export and import (%s)',
  ],
  'If the service that gets': ['exported-calls: a missing workflow is named before and when its caller runs (%s)'],
} satisfies Statements
