import { ask, defineNode, type QuestionConfig, Type, takeBranches } from '@millrace/model'
import { fixedBranches } from '../fields/branches.ts'
import { buttonLabel, defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { ownBranch } from '../running/choose-branch.ts'
import { badSetting } from '../running/input-values.ts'

/** Asks a person to confirm and takes one of two branches. */
export default defineNode({
  id: 'confirmation',
  version: '1.0.0',
  name: 'Confirmation',
  description: 'Asks a person to confirm or decline and takes the matching branch.',
  category: 'interrupts',
  icon: 'mdi:account-check',
  visual: 'gateway',
  tags: [
    'approval',
    'approve',
    'confirm',
    'human approval',
    'human question',
    'yes or no',
    'yes no question',
    'sign off',
    'human in the loop',
    'permission',
    'Bestätigung',
    'Freigabe',
    'Genehmigung',
    'Zustimmung',
  ],
  keywords: ['human', 'human in the loop', 'approval step', 'manager approval', 'yes or no'],
  summary: '{{message}}',

  config: Type.Object({
    message: question,
    confirmLabel: buttonLabel('Confirm label', 'Yes'),
    cancelLabel: buttonLabel('Cancel label', 'No'),
    approvals: Type.Optional(
      Type.Integer({
        title: 'Required approvals',
        description: 'Number of different people who have to confirm.',
        default: 1,
        minimum: 1,
        maximum: 100,
        'x-section': 'advanced',
      }),
    ),
    approvers: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        title: 'Approvers',
        description:
          'Ids, e-mail addresses of people with an account, or names of tokens. If empty, anyone can answer, and the first ' +
          '"no" declines. With a list, the question is declined as soon as too few approvers remain to reach the required ' +
          'number.',
        maxItems: 100,
        'x-section': 'advanced',
      }),
    ),
    ...waiting,
    defaultAnswer: Type.Optional(Type.Boolean(defaultAnswer('True to confirm, false to decline.'))),
    branches: fixedBranches([
      { name: 'confirmed', label: 'Confirmed', value: true },
      { name: 'declined', label: 'Declined', value: false },
    ]),
  }),
  inputs: { message: { name: 'Message', dataType: 'string' } },
  outputs: { expired },
  quick: true,

  run(context) {
    const { config } = context
    const wire = given<QuestionConfig<'confirmation'>>({
      message: messageOf(context),
      confirm_label: config.confirmLabel || undefined,
      cancel_label: config.cancelLabel || undefined,
      ...approval(config.approvals ?? 1, config.approvers ?? []),
    })
    return askPerson(context, { type: 'confirmation', config: wire, defaultAnswer: config.defaultAnswer }, (answer) => {
      const isYes = answer === true
      return takeBranches([ownBranch(config.branches, isYes ? 'confirmed' : 'declined', isYes)])
    })
  },

  examples: [
    {
      title: 'asks and waits for the answer',
      config: { message: 'Send the order?', cancelLabel: 'Not yet' },
      outputs: ask({
        type: 'confirmation',
        config: { message: 'Send the order?', confirm_label: 'Yes', cancel_label: 'Not yet' },
        allowCancel: true,
      }),
    },
    {
      title: 'uses a connected message and requires two of three approvals within an hour',
      config: {
        message: 'Go on?',
        approvals: 2,
        approvers: ['ada', 'grace', 'linus', 'ada'],
        allowCancel: false,
        expiresIn: 3600,
      },
      inputs: { message: 'Pay 900 €?' },
      outputs: ask({
        type: 'confirmation',
        config: {
          message: 'Pay 900 €?',
          confirm_label: 'Yes',
          cancel_label: 'No',
          approvals: 2,
          approvers: ['ada', 'grace', 'linus'],
        },
        allowCancel: false,
        expiresAt: Date.UTC(2030, 0, 31, 11, 15, 30),
      }),
    },
    {
      title: 'takes "confirmed" on yes',
      config: { message: 'Send it?' },
      replies: [{ status: 'answered', value: true, responses: [] }],
      outputs: takeBranches(['confirmed']),
    },
    {
      title: 'takes "declined" on no',
      config: { message: 'Send it?' },
      replies: [{ status: 'answered', value: false, responses: [] }],
      outputs: takeBranches(['declined']),
    },
    {
      title: 'fails if the question is dismissed',
      config: { message: 'Send it?' },
      replies: [{ status: 'cancelled', by: { id: 'u1', name: 'Ada' } }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'uses the default answer on expiry',
      config: { message: 'Send it?', expiresIn: 60, defaultAnswer: false },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['declined']),
    },
    {
      title: 'takes "expired" on expiry without a default answer',
      config: { message: 'Send it?', expiresIn: 60 },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'fails on expiry without a default answer or an "expired" connection',
      config: { message: 'Send it?', expiresIn: 60 },
      replies: [{ status: 'expired' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'rejects more required approvals than approvers',
      config: { message: 'Send it?', approvals: 2, approvers: ['ada', ' ada '] },
      fails: 'BAD_CONFIG',
    },
  ],
})

function approval(approvals: number, names: readonly string[]) {
  const approvers = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]
  if (approvers.length > 0 && approvals > approvers.length) {
    throw badSetting('approvals', `is ${approvals}, but there are only ${approvers.length} approvers`)
  }
  return {
    approvals: approvals > 1 ? approvals : undefined,
    approvers: approvers.length > 0 ? approvers : undefined,
  }
}
