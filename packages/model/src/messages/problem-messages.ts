/** The messages of validation problems, with their codes. The German ones are in `german/problems.ts`, by the same keys. */

import { filled, type SlotValues } from './message-template.ts'
import type { ProblemCode } from './problem-codes.ts'

const GRAPH = {
  tooManyNodes: ['TOO_MANY_NODES', 'A workflow may have at most {most} nodes, this one has {count}'],
  duplicateNode: ['DUPLICATE_NODE', 'Node id "{id}" is used twice'],
  duplicateEdge: ['DUPLICATE_EDGE', 'Edge id "{id}" is used twice'],
  danglingSource: ['DANGLING_EDGE', 'Edge "{edge}" has the source "{id}", and there is no such node'],
  danglingTarget: ['DANGLING_EDGE', 'Edge "{edge}" has the target "{id}", and there is no such node'],
  badSourceHandle: [
    'BAD_HANDLE',
    'Edge "{edge}" has the sourceHandle "{handle}", which is not an output of node "{id}"',
  ],
  badTargetHandle: [
    'BAD_HANDLE',
    'Edge "{edge}" has the targetHandle "{handle}", which is not an input of node "{id}"',
  ],
  incompatiblePorts: [
    'INCOMPATIBLE_PORTS',
    'Edge "{edge}" connects {source}:{output} ({outputType}) with {target}:{input} ({inputType}), and these types do not go together',
  ],
  unnamedOutput: ['UNKNOWN_PORT', 'Edge "{edge}" names no output of node {node}, which has no such port'],
  unnamedInput: ['UNKNOWN_PORT', 'Edge "{edge}" names no input of node {node}, which has no such port'],
  unknownOutput: ['UNKNOWN_PORT', 'Edge "{edge}" names the output "{port}" of node {node}, which has no such port'],
  unknownInput: ['UNKNOWN_PORT', 'Edge "{edge}" names the input "{port}" of node {node}, which has no such port'],
  missingInput: ['MISSING_INPUT', 'Node {node} needs something connected to its input "{port}"'],
  severalSources: [
    'SEVERAL_SOURCES',
    'Input "{port}" of node {node} has {count} sources and takes one value: the last that delivers counts',
  ],
  cycle: ['CYCLE', 'Cycle between {nodes}: a loop must come back through a loop_back input'],
  longCycle: ['CYCLE', 'Cycle between {nodes} and {count} more: a loop must come back through a loop_back input'],
  disconnected: ['DISCONNECTED_NODE', 'Node {node} is connected to nothing'],
  unreachable: [
    'UNREACHABLE_NODE',
    'Node {node} is never reached: every way to it goes through a cycle or behind an end',
  ],
  notFromStart: ['UNREACHABLE_NODE', 'Node {node} is never reached from the start'],
  behindDisabled: ['UNREACHABLE_NODE', 'Node {node} never runs: what leads to it is disabled'],
  disabledRequired: ['MISSING_INPUT', 'Node {source} is disabled, so input "{port}" of node {node} gets no value'],
  disabledSource: ['DISABLED_SOURCE', 'Node {source} is disabled, so input "{port}" of node {node} gets no value'],
  tooManyPassed: [
    'TOO_MANY_PASSED',
    'Node {node} is disabled and has too many connections to pass over (more than {most})',
  ],
} as const

const NODES = {
  noType: ['UNKNOWN_NODE_TYPE', 'Node {node} has no type'],
  unknownType: ['UNKNOWN_NODE_TYPE', 'Node {node} has the type "{type}", which is not in the catalogue'],
  brokenType: ['UNKNOWN_NODE_TYPE', 'Node {node} has the type "{type}", whose file does not load: {why}'],
  unknownSetting: ['UNKNOWN_CONFIG_KEY', 'Node {node} has the setting "{setting}", which its type does not know'],
  missingSetting: ['MISSING_CONFIG', 'Node {node} needs a value for "{setting}"'],
  badSetting: ['BAD_CONFIG', 'Node {node}: "{setting}" {>issue}'],
  badSchedule: ['BAD_CONFIG', 'Node {node}: "{setting}" is not understood: {>why}'],
  unsupportedSchema: ['UNSUPPORTED_SCHEMA', 'Node {node}: the schema at "{setting}" {>issue}'],
  badExpression: ['BAD_EXPRESSION', 'Node {node}: the expression in "{setting}" does not parse: {>why}'],
  badTemplate: ['BAD_TEMPLATE', 'Node {node}: the template in "{setting}" does not parse: {>why}'],
  unknownCredential: [
    'UNKNOWN_CREDENTIAL',
    'Node {node}: "{setting}" names the credential "{name}", which does not exist',
  ],
  wrongCredential: [
    'WRONG_CREDENTIAL',
    'Node {node}: "{setting}" needs a credential of type {types}, and "{name}" has the type {type}',
  ],
  duplicateBranch: ['DUPLICATE_BRANCH', 'Node {node} has two branches called "{branch}"'],
  branchWithoutTarget: ['BRANCH_WITHOUT_TARGET', 'Branch "{branch}" of node {node} leads nowhere'],
  duplicatePort: ['DUPLICATE_PORT', 'Node {node} has two ports called "{port}"; the first one counts'],
  placeholderWithoutSource: [
    'PLACEHOLDER_WITHOUT_SOURCE',
    'Node {node} uses {{ {placeholder} }}, and nothing is connected to its input "{port}"',
  ],
  placeholderIsSetting: [
    'PLACEHOLDER_WITHOUT_SOURCE',
    'Node {node} uses {{ {placeholder} }}, which is not an input because the name is reserved: choose another name',
  ],
  plainBraces: [
    'NOT_AN_EXPRESSION',
    'Node {node}: {{ … }} in "{setting}" is used as it is: make the setting an expression to evaluate it',
  ],
  unevaluatedBraces: ['NOT_AN_EXPRESSION', 'Node {node}: {{ … }} in "{setting}" is not evaluated here'],
} as const

const EXPRESSIONS = {
  expressionUnknownSetting: [
    'EXPRESSION_SETTING',
    'Node {node}: "{setting}" is not a setting of its type, so it cannot be an expression',
  ],
  expressionNotText: [
    'EXPRESSION_SETTING',
    'Node {node}: "{setting}" is not a text setting, so it cannot be an expression',
  ],
  expressionSecret: ['EXPRESSION_SETTING', 'Node {node}: "{setting}" is a secret, so it cannot be an expression'],
  expressionOwnLanguage: [
    'EXPRESSION_SETTING',
    'Node {node}: "{setting}" has its own language, which can use the inputs of the node, so it cannot be an expression',
  ],
  expressionReadBefore: [
    'EXPRESSION_SETTING',
    'Node {node}: "{setting}" is read before the node runs, so it cannot be an expression',
  ],
  expressionSyntax: [
    'BAD_EXPRESSION',
    'Node {node}: in "{setting}" at character {at}, the expression does not parse: {>why}',
  ],
  expressionType: [
    'EXPRESSION_TYPE',
    'Node {node}: in "{setting}" at character {at}, the value is {>types} and the setting is a text',
  ],
  onlyFact: ['EXPRESSION_REFERENCE', 'Node {node}: in "{setting}" at character {at}, "{name}" has only "{fact}"'],
  nodesAlone: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, "nodes" must be followed by the id or label of a node',
  ],
  unknownName: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, "{name}" is not an input of the node, nor one of {names}',
  ],
  secretName: ['EXPRESSION_REFERENCE', 'Node {node}: in "{setting}" at character {at}, "{name}" is a secret'],
  unknownNode: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, there is no node with the id or label "{name}"',
  ],
  ambiguousNode: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, several nodes have the label "{name}"; use the id of one of them',
  ],
  nodeNotBefore: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, node {other} does not always run before this node',
  ],
  nodeInLoop: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, node {other} runs in a loop that this node is not part of; use the results of the loop',
  ],
  nodeWithoutStep: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, node {other} has no result of its own',
  ],
  nodeDisabled: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, node {other} is disabled, so it has no result',
  ],
  nodeWithoutOutput: [
    'EXPRESSION_REFERENCE',
    'Node {node}: in "{setting}" at character {at}, node {other} has no output "{port}"',
  ],
} as const

const WORKFLOW_SETTINGS = {
  badPublish: [
    'BAD_WORKFLOW_SETTING',
    'The setting "publish" of the workflow must be "manual" or "automatic", is {value}: every save is live',
  ],
  badActive: [
    'BAD_WORKFLOW_SETTING',
    'The setting "active" of the workflow must be true or false, is {value}: the workflow is active',
  ],
  badErrorWorkflow: [
    'BAD_WORKFLOW_SETTING',
    'The setting "error_workflow" must be the id or machine name of a workflow, or false, is {value}: the default counts',
  ],
  ownErrorWorkflow: ['BAD_ERROR_WORKFLOW', 'The workflow is its own error workflow, so nothing runs when it fails'],
  unknownErrorWorkflow: ['BAD_ERROR_WORKFLOW', 'The error workflow "{name}" does not exist in this project'],
  unpublishedErrorWorkflow: ['BAD_ERROR_WORKFLOW', 'The error workflow "{name}" has no published version'],
  errorWorkflowWithoutTrigger: [
    'BAD_ERROR_WORKFLOW',
    'The error workflow "{name}" has no error trigger, so it never runs',
  ],
  inactiveErrorWorkflow: ['BAD_ERROR_WORKFLOW', 'The error workflow "{name}" is not active, so it never runs'],
} as const

const SUGGESTIONS = {
  empty: ['EMPTY_WORKFLOW', 'Add a node: a start or an input is a good first one'],
  addStart: ['ADD_START', 'Add a start: it says where the workflow begins and what it takes'],
  unnamed: ['NAME_NODES', 'Give these nodes names of their own, they have no name: {nodes}'],
  manyUnnamed: ['NAME_NODES', 'Give these nodes names of their own, they have no name: {nodes} and {count} more'],
  sameName: ['NAME_NODES', 'Give these nodes names of their own, they are all called "{name}": {nodes}'],
  manySameName: [
    'NAME_NODES',
    'Give these nodes names of their own, they are all called "{name}": {nodes} and {count} more',
  ],
  connect: ['CONNECT_LOOSE_END', 'Connect {source}:{output} to {target}:{input}'],
} as const

export const PROBLEM_MESSAGES = {
  ...GRAPH,
  ...NODES,
  ...EXPRESSIONS,
  ...WORKFLOW_SETTINGS,
  ...SUGGESTIONS,
} as const satisfies Readonly<Record<string, readonly [ProblemCode, string]>>

export type ProblemKey = keyof typeof PROBLEM_MESSAGES
export type ProblemTemplate<Key extends ProblemKey> = (typeof PROBLEM_MESSAGES)[Key][1]
export type ProblemValues<Key extends ProblemKey> = SlotValues<ProblemTemplate<Key>>

export function problemMessage<Key extends ProblemKey>(key: Key, values: ProblemValues<Key>): string {
  const template: string = PROBLEM_MESSAGES[key][1]
  const given: SlotValues<string> = values
  return filled(template, given)
}
