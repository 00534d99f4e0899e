/** What executes the statements of docs/reference/agentspec-mapping.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'A workflow can be exported': [
    'docs-agentspec: lists every kind of node with its names, its type and the native types that become one',
  ],
  'Every component has a node type': [
    'corpus: comes back from the canvas',
    'every-type: keeps its settings in the %s form and comes back as drawn',
  ],
  'table Kinds of nodes': [
    'docs-agentspec: lists every kind of node with its names, its type and the native types that become one',
    'every-type: keeps its settings in the %s form and comes back as drawn',
    'agentspec-templates: comes back as it was drawn and runs with the same result',
  ],
  'Types that are not in the table': ['every-type: keeps its settings in the %s form and comes back as drawn'],
  'A flow with such server tools': [
    'agentspec-templates: gives the same as a flow that is submitted',
    'agentspec-templates: an export lists the nodes that only Millrace can run',
    'to-flow: a custom type',
  ],
  'Some structures that': [
    'folds: that was changed outside is drawn as the node that it is there',
    'folds: is a flow of the %s form that is valid, and comes back',
  ],
  'table Flows inside nodes': [
    'folds: is a flow of the %s form that is valid, and comes back',
    'folds: are one node of the official form, and come one after the other in the simple one',
    'exported-runs: whatever is drawn of loops, forks, failures and choices gives the same as a flow',
  ],
  'A loop cannot be exported': [
    'folds: that does more than Agent Spec can say is not mappable: %s',
    'folds: %s stay one after the other',
  ],
  'CatchExceptionNode needs version': [
    'folds: needs a version that knows it; else it is left out with all that only it leads to, and comes back',
    'folds: a version that cannot say something else is refused, and says what',
  ],
  'table From a workflow to a flow': [
    'to-flow: a workflow comes back from the %s dialect as it was',
    'to-flow: data edges alone give an order, and a start and an end are added',
    'to-flow: a title that is not allowed is renamed, and its edges with it',
    'to-flow: braces of a prompt are text, not placeholders, and come back',
    'to-flow: secrets never leave',
    'to-flow: a loop is an error in the seed dialect only',
  ],
  'table From a flow to a workflow': [
    'to-workflow: nodes have the types of the catalogue, ids by type and number, places in layers',
    'to-workflow: components stay whole in the config, with their names beside them',
    'to-workflow: data that flows by name is drawn and marked, and flows by name again on export',
    'to-workflow: secrets that came with a document get into hidden fields and nowhere else',
    'to-workflow: a component that nobody knows is drawn and comes back as it was',
    'type-ports: is the failure port of the node, and its connection an edge of that port',
  ],
  'A document is': [
    'conversion: what could only be drawn by losing something is 422 with all reasons; what only keeps it from running is a warning',
    'conversion: what is no Agent Spec is 422 with the keys of a check',
  ],
  'POST /workflows/{id}/execute runs': [
    'native-runs: starts with what the launch brought, for the node or for nobody, and gives what its end was given',
    'native-runs: a failure goes the way that is drawn for it, unless a property or a branch has its name',
  ],
  'table Running an imported flow as a workflow': [
    'corpus: $file: $name',
    'native-runs: is told something as the assistant of the conversation',
    'native-runs: a registered agent works, with at most as many turns as the node allows',
    'native-runs: a failure that is caught goes its own way, and only that one',
  ],
  'A node that was': ['native-runs: a stored workflow is run as a flow: once, caught, for every item, beside another'],
  'table What has no equivalent': [
    'folds: that does more than Agent Spec can say is not mappable: %s',
    'to-flow: config without an equivalent is said',
  ],
  'In the simple form a sub_workflow': [
    'called-workflows: is a flow inside, by id and by name, and the document needs nothing else',
    'called-workflows: may be called in several places and by others that are called: it is written once',
    'called-workflows: is only named in the simple form, which has names for that',
  ],
  'In these cases': [
    'called-workflows: because workflows call each other too deep',
    'called-workflows: because there would be too many nodes: two calls in each of many workflows',
    'called-workflows: workflows that call each other in a circle are refused, and the circle is named',
    'exported-runs: a workflow that is only started, or that is gone, is called by a tool of the export',
  ],
} satisfies Statements
