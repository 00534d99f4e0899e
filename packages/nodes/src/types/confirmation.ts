import { defineNode, Type } from '@millrace/model'
import { fixedBranches } from '../fields/branches.ts'
import { buttonLabel, question, waiting } from '../fields/question-fields.ts'

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
    ...waiting,
    branches: fixedBranches([
      { name: 'confirmed', label: 'Confirmed', value: true },
      { name: 'declined', label: 'Declined', value: false },
    ]),
  }),
  inputs: { message: { name: 'Message', dataType: 'string' } },
  outputs: {},
})
