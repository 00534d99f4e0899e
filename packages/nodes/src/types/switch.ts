import { defineNode, Type, takeBranches } from '@millrace/model'
import { editableBranches } from '../fields/branches.ts'
import { chooseBranch } from '../running/choose-branch.ts'

const BRANCHES = [
  { name: 'case_1', label: 'Case 1', value: 'option1' },
  { name: 'case_2', label: 'Case 2', value: 'option2' },
  { name: 'default', label: 'Default', isDefault: true },
]

/** Takes the first branch whose value or condition matches. */
export default defineNode({
  id: 'switch',
  version: '1.0.0',
  name: 'Switch',
  description: 'Takes the first branch whose value or condition matches.',
  category: 'logic',
  icon: 'mdi:source-branch',
  visual: 'gateway',
  tags: [
    'router',
    'case',
    'switch case',
    'multi branch',
    'branch by value',
    'condition with cases',
    'decision with cases',
    'Weiche',
    'Verteiler',
    'Fallunterscheidung',
  ],
  keywords: ['route', 'match', 'cases'],
  summary: '{{branches}}',

  config: Type.Object({
    branches: editableBranches(BRANCHES, {
      description:
        'Evaluated from top to bottom. Without a default branch, a value that matches no branch is an error.',
    }),
    caseSensitive: Type.Optional(Type.Boolean({ title: 'Case-sensitive', default: false })),
    defaultBranch: Type.Optional(
      Type.String({
        title: 'Default branch',
        description: 'Name of the default branch, if no branch is marked as default.',
        maxLength: 100,
        'x-section': 'advanced',
      }),
    ),
  }),
  inputs: { value: { name: 'Value', dataType: 'mixed', required: true } },
  outputs: {},
  agentspec: 'branching_node',
  pure: true,

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
      title: 'takes the branch with the matching value, ignoring case by default',
      inputs: { value: 'OPTION2' },
      outputs: takeBranches(['case_2']),
    },
    {
      title: 'takes the default branch without a match',
      inputs: { value: 'other' },
      outputs: takeBranches(['default']),
    },
    {
      title: 'takes the first branch whose condition is true',
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
      title: 'matches a branch without value and condition by its name',
      config: { branches: [{ name: ' Yes ' }, { name: 'No' }] },
      inputs: { value: 'yes' },
      outputs: takeBranches([' Yes ']),
    },
    {
      title: 'fails without a match and a default branch',
      config: { branches: [{ name: 'one', value: 1 }] },
      inputs: { value: 2 },
      fails: 'NO_BRANCH_MATCHED',
    },
    {
      title: 'matches case-sensitively',
      config: { caseSensitive: true, branches: [{ name: 'a', value: 'A' }] },
      inputs: { value: 'a' },
      fails: 'NO_BRANCH_MATCHED',
    },
    {
      title: 'takes the default branch named in the settings',
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
