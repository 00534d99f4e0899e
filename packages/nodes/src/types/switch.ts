import { defineNode, Type, takeBranches } from '@millrace/model'
import { editableBranches } from '../fields/branches.ts'
import { chooseBranch } from '../running/choose-branch.ts'

const BRANCHES = [
  { name: 'case_1', label: 'Case 1', value: 'option1' },
  { name: 'case_2', label: 'Case 2', value: 'option2' },
  { name: 'default', label: 'Default', isDefault: true },
]

/** Goes the way whose value or condition fits. */
export default defineNode({
  id: 'switch',
  version: '1.0.0',
  name: 'Switch',
  description: 'Goes one of many ways: the first whose value or condition fits.',
  category: 'logic',
  icon: 'mdi:source-branch',
  visual: 'gateway',
  tags: ['condition', 'branch', 'case', 'router', 'decision'],

  config: Type.Object({
    branches: editableBranches(BRANCHES, {
      description: 'Tried from top to bottom. Without a fallback, a value that fits nowhere is an error.',
    }),
    caseSensitive: Type.Optional(Type.Boolean({ title: 'Upper and lower case differ', default: false })),
    defaultBranch: Type.Optional(
      Type.String({
        title: 'Fallback branch',
        description: 'Name of the branch for what fits nowhere, if none is marked as the fallback.',
        maxLength: 100,
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed', required: true } },
  outputs: {},
  agentspec: 'branching_node',

  run: ({ config, inputs, effects }) =>
    chooseBranch({
      branches: config.branches ?? BRANCHES,
      value: inputs.value,
      isCaseSensitive: config.caseSensitive === true,
      fallback: config.defaultBranch,
      effects,
    }),

  examples: [
    {
      title: 'goes the way whose value fits; case does not count unless it is asked for',
      inputs: { value: 'OPTION2' },
      outputs: takeBranches(['case_2']),
    },
    {
      title: 'a value that fits nowhere goes the fallback way',
      inputs: { value: 'other' },
      outputs: takeBranches(['default']),
    },
    {
      title: 'a condition is an expression about the value, and the first that fits wins',
      config: {
        branches: [
          { name: 'large', condition: 'value.total > 1000' },
          { name: 'paid', condition: 'paid' },
          { name: 'other', isDefault: true },
        ],
      },
      inputs: { value: { total: 20, paid: true } },
      outputs: takeBranches(['paid']),
    },
    {
      title: 'a branch with neither is told by its name',
      config: { branches: [{ name: ' Yes ' }, { name: 'No' }] },
      inputs: { value: 'yes' },
      outputs: takeBranches([' Yes ']),
    },
    {
      title: 'without a fallback, a value that fits nowhere fails the node',
      config: { branches: [{ name: 'one', value: 1 }] },
      inputs: { value: 2 },
      fails: 'NO_BRANCH_MATCHED',
    },
    {
      title: 'with case',
      config: { caseSensitive: true, branches: [{ name: 'a', value: 'A' }] },
      inputs: { value: 'a' },
      fails: 'NO_BRANCH_MATCHED',
    },
    {
      title: 'the fallback may be named beside the branches',
      config: {
        defaultBranch: 'rest',
        branches: [
          { name: 'a', value: 'A' },
          { name: 'Rest', value: '' },
        ],
      },
      inputs: { value: 'b' },
      outputs: takeBranches(['Rest']),
    },
  ],
})
