import { defineNode, Type } from '@millrace/model'
import { fixedBranches } from '../fields/branches.ts'
import { buttonLabel, question, waiting } from '../fields/question-fields.ts'

/** Shows proposed changes to a person, who accepts or rejects each. */
export default defineNode({
  id: 'review',
  version: '1.0.0',
  name: 'Review',
  description: 'Shows proposed changes to a person, who accepts or rejects each of them.',
  category: 'interrupts',
  icon: 'mdi:file-compare',
  visual: 'gateway',
  tags: ['approve', 'human', 'changes', 'diff'],

  config: Type.Object({
    message: question,
    acceptAllLabel: buttonLabel('Button to accept all', 'Accept all'),
    rejectAllLabel: buttonLabel('Button to reject all', 'Reject all'),
    submitLabel: buttonLabel('Button to send', 'Send'),
    ...waiting,
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
    decisions: { name: 'Decisions', dataType: 'json', description: 'By field: whether accepted, and the value.' },
    accepted: { name: 'Accepted', dataType: 'json', description: 'By field: the values that were accepted.' },
  },
})
