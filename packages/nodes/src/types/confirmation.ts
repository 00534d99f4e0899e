import { ask, defineNode, type QuestionConfig, Type, takeBranches } from '@millrace/model'
import { fixedBranches } from '../fields/branches.ts'
import { buttonLabel, defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { ownBranch } from '../running/choose-branch.ts'
import { badSetting } from '../running/input-values.ts'

/** Asks a person yes or no and goes one of two ways. */
export default defineNode({
  id: 'confirmation',
  version: '1.0.0',
  name: 'Confirmation',
  description: 'Asks a person yes or no, and goes the way of the answer.',
  category: 'interrupts',
  icon: 'mdi:account-check',
  visual: 'gateway',
  tags: ['approve', 'human', 'question', 'yes', 'no'],

  config: Type.Object({
    message: question,
    confirmLabel: buttonLabel('Button for yes', 'Yes'),
    cancelLabel: buttonLabel('Button for no', 'No'),
    approvals: Type.Optional(
      Type.Integer({
        title: 'Approvals needed',
        description: 'How many different people have to say yes.',
        default: 1,
        minimum: 1,
        maximum: 100,
      }),
    ),
    approvers: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        title: 'Who may answer',
        description:
          'Ids or names. Left empty, anybody may, and the first no decides. With a list, it is declined ' +
          'when too few of them are left to approve.',
        maxItems: 100,
      }),
    ),
    ...waiting,
    defaultAnswer: Type.Optional(Type.Boolean(defaultAnswer('True for yes, false for no.'))),
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
      title: 'asks, and waits for the answer',
      config: { message: 'Send the order?', cancelLabel: 'Not yet' },
      outputs: ask({
        type: 'confirmation',
        config: { message: 'Send the order?', confirm_label: 'Yes', cancel_label: 'Not yet' },
        allowCancel: true,
      }),
    },
    {
      title: 'a connected message replaces its own, and two of three people have to say yes within an hour',
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
      title: 'goes on when the answer is yes',
      config: { message: 'Send it?' },
      replies: [{ status: 'answered', value: true, responses: [] }],
      outputs: takeBranches(['confirmed']),
    },
    {
      title: 'goes the other way when it is no',
      config: { message: 'Send it?' },
      replies: [{ status: 'answered', value: false, responses: [] }],
      outputs: takeBranches(['declined']),
    },
    {
      title: 'fails when the question is dismissed',
      config: { message: 'Send it?' },
      replies: [{ status: 'cancelled', by: { id: 'u1', name: 'Ada' } }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'when the time is up, the default answer counts',
      config: { message: 'Send it?', expiresIn: 60, defaultAnswer: false },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['declined']),
    },
    {
      title: 'without one, it leaves by "expired"',
      config: { message: 'Send it?', expiresIn: 60 },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'with nothing there, it fails',
      config: { message: 'Send it?', expiresIn: 60 },
      replies: [{ status: 'expired' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'more approvals than people who may answer are refused',
      config: { message: 'Send it?', approvals: 2, approvers: ['ada', ' ada '] },
      fails: 'BAD_CONFIG',
    },
  ],
})

function approval(approvals: number, names: readonly string[]) {
  const approvers = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]
  if (approvers.length > 0 && approvals > approvers.length) {
    throw badSetting('approvals', `asks for ${approvals} people, and only ${approvers.length} may answer`)
  }
  return {
    approvals: approvals > 1 ? approvals : undefined,
    approvers: approvers.length > 0 ? approvers : undefined,
  }
}
