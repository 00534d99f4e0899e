import { ask, defineNode, type QuestionConfig, Type, takeBranches, titledChoice } from '@millrace/model'
import { fixedBranches } from '../fields/branches.ts'
import { buttonLabel, defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { changeList } from '../running/change-list.ts'
import { ownBranch } from '../running/choose-branch.ts'

type Changes = QuestionConfig<'review'>['changes']

/** The answer to a review as `checkAnswer` returns it. */
interface Reviewed {
  readonly decisions: Readonly<Record<string, { readonly accepted: boolean; readonly value: unknown }>>
}

const CHANGES = [
  { field: 'name', label: 'Name', original: 'Ada', proposed: 'Ada Lovelace' },
  { field: 'age', original: null, proposed: 36 },
]

/** Shows proposed changes to a person, who accepts or rejects each one. */
export default defineNode({
  id: 'review',
  version: '1.0.0',
  name: 'Review',
  description: 'Shows proposed changes to a person, who accepts or rejects each one.',
  category: 'interrupts',
  icon: 'mdi:file-compare',
  visual: 'gateway',
  tags: [
    'change review',
    'review changes',
    'human review',
    'diff',
    'approve changes',
    'Änderungsprüfung',
    'Durchsicht',
  ],
  summary: '{{message}}',

  config: Type.Object({
    message: question,
    acceptAllLabel: buttonLabel('Accept all label', 'Accept all'),
    rejectAllLabel: buttonLabel('Reject all label', 'Reject all'),
    submitLabel: buttonLabel('Submit label', 'Send'),
    ...waiting,
    defaultAnswer: Type.Optional(
      titledChoice({ accept: 'Accept all', reject: 'Reject all' }, defaultAnswer('Applies to all changes.')),
    ),
    branches: fixedBranches([
      { name: 'all_accepted', label: 'All accepted', value: true },
      { name: 'changed', label: 'Changed', value: false },
    ]),
  }),
  inputs: {
    changes: {
      name: 'Changes',
      dataType: 'array',
      required: true,
      description: 'Each with field, label, original and proposed.',
    },
  },
  outputs: {
    decisions: { name: 'Decisions', dataType: 'json', description: 'Acceptance and value by field.' },
    accepted: { name: 'Accepted', dataType: 'json', description: 'Accepted values by field.' },
    expired,
  },
  quick: true,

  run(context) {
    const { config } = context
    const changes = changeList(context.inputs)
    const wire = given<QuestionConfig<'review'>>({
      message: messageOf(context),
      changes,
      accept_all_label: config.acceptAllLabel || undefined,
      reject_all_label: config.rejectAllLabel || undefined,
      submit_label: config.submitLabel || undefined,
    })
    const asking = { type: 'review', config: wire, defaultAnswer: allDecided(changes, config.defaultAnswer) } as const
    return askPerson(context, asking, (answer) => {
      const { decisions } = answer as Reviewed
      const taken = Object.entries(decisions).filter(([, decision]) => decision.accepted)
      const isAll = taken.length === changes.length
      const accepted = Object.fromEntries(taken.map(([field, { value }]) => [field, value]))
      const branch = ownBranch(config.branches, isAll ? 'all_accepted' : 'changed', isAll)
      return takeBranches([branch], { decisions, accepted })
    })
  },

  examples: [
    {
      title: 'asks and waits for the decisions',
      config: { message: 'Is this right?', submitLabel: 'Done' },
      inputs: { changes: CHANGES },
      outputs: ask({
        type: 'review',
        config: {
          message: 'Is this right?',
          changes: [
            { field: 'name', label: 'Name', original: 'Ada', proposed: 'Ada Lovelace' },
            { field: 'age', label: 'age', original: null, proposed: 36 },
          ],
          accept_all_label: 'Accept all',
          reject_all_label: 'Reject all',
          submit_label: 'Done',
        },
        allowCancel: true,
      }),
    },
    {
      title: 'takes "all_accepted" if every change is accepted',
      config: { message: 'Is this right?' },
      inputs: { changes: CHANGES },
      replies: [
        {
          status: 'answered',
          value: { decisions: { name: { accepted: true }, age: { accepted: true } } },
          responses: [],
        },
      ],
      outputs: takeBranches(['all_accepted'], {
        decisions: { name: { accepted: true, value: 'Ada Lovelace' }, age: { accepted: true, value: 36 } },
        accepted: { name: 'Ada Lovelace', age: 36 },
      }),
    },
    {
      title: 'takes "changed" if a change is rejected',
      config: { message: 'Is this right?' },
      inputs: { changes: CHANGES },
      replies: [
        {
          status: 'answered',
          value: {
            decisions: { name: { accepted: false, value: 'Ada' }, age: { accepted: true, value: 36 } },
            summary: { accepted: 1, rejected: 1, total: 2 },
          },
          responses: [],
        },
      ],
      outputs: takeBranches(['changed'], {
        decisions: { name: { accepted: false, value: 'Ada' }, age: { accepted: true, value: 36 } },
        accepted: { age: 36 },
      }),
    },
    {
      title: 'fails if the review is dismissed',
      config: { message: 'Is this right?' },
      inputs: { changes: CHANGES },
      replies: [{ status: 'cancelled' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'uses the default answer on expiry',
      config: { message: 'Is this right?', expiresIn: 60, defaultAnswer: 'reject' },
      inputs: { changes: CHANGES },
      replies: [{ status: 'expired' }],
      outputs: takeBranches(['changed'], {
        decisions: { name: { accepted: false, value: 'Ada' }, age: { accepted: false, value: null } },
        accepted: {},
      }),
    },
    {
      title: 'takes "expired" on expiry without a default answer',
      config: { message: 'Is this right?', expiresIn: 60 },
      inputs: { changes: CHANGES },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'rejects an empty list of changes',
      config: { message: 'Is this right?' },
      inputs: { changes: [] },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects changes that are not a list',
      config: { message: 'Is this right?' },
      inputs: { changes: { field: 'name' } },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects a change without an original value',
      config: { message: 'Is this right?' },
      inputs: { changes: [{ field: 'name', proposed: 'Ada' }] },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects two changes of the same field',
      config: { message: 'Is this right?' },
      inputs: { changes: [CHANGES[0], CHANGES[0]] },
      fails: 'BAD_INPUT',
    },
  ],
})

/** The same decision for every change. */
function allDecided(changes: Changes, answer: 'accept' | 'reject' | undefined): unknown {
  if (answer === undefined) return undefined
  const decision = { accepted: answer === 'accept' }
  return { decisions: Object.fromEntries(changes.map(({ field }) => [field, decision])) }
}
