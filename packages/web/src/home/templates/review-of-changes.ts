import { note } from './note.ts'
import type { Template } from './template.ts'

export const reviewOfChanges: Template = {
  id: 'review-of-changes',
  name: 'Review of changes',
  description: 'Shows proposed changes to a person, field by field, and applies the accepted ones.',
  group: 'people',
  icon: 'mdi:compare-horizontal',
  tags: ['approval', 'review'],
  nodes: {
    about: note(
      '## Review of changes\nTwo versions of a record are compared. A person accepts or rejects every difference; only accepted changes are applied.',
      { at: [0, -200], size: [560, 110] },
    ),
    versions: {
      type: 'json_input',
      label: 'Record',
      at: [0, 60],
      config: {
        defaultValue: {
          now: { name: 'Ada Lovelace', city: 'London', phone: '020 7946 0001' },
          proposed: { name: 'Ada King', city: 'London', phone: '020 7946 0815' },
        },
      },
    },
    compare: {
      type: 'json_transform',
      label: 'What differs',
      at: [250, 30],
      config: {
        expression:
          '($now := now; $new := proposed; [$keys($new)[$lookup($now, $) != $lookup($new, $)].{"field": $, "label": $uppercase($substring($, 0, 1)) & $substring($, 1), "original": $lookup($now, $), "proposed": $lookup($new, $)}])',
      },
    },
    review: {
      type: 'review',
      label: 'Is this right?',
      at: [550, 10],
      config: { message: 'Please review the changes.', submitLabel: 'Apply' },
    },
    all: {
      type: 'prompt_template',
      label: 'All of it',
      at: [850, -120],
      config: { template: 'All changes were taken over.' },
    },
    some: {
      type: 'prompt_template',
      label: 'Not all',
      at: [850, 0],
      config: { template: 'Some changes were left out.' },
    },
    update: {
      type: 'data_mapper',
      label: 'Apply',
      at: [850, 130],
      config: {
        dynamicInputs: [
          { name: 'record', label: 'Record', dataType: 'json' },
          { name: 'accepted', label: 'Accepted', dataType: 'json' },
        ],
        dynamicOutputs: [{ name: 'record', label: 'Record', dataType: 'json' }],
        mappings: [{ output: 'record', expression: '$merge([record.now, accepted])' }],
      },
    },
    either: { type: 'merge', label: 'Message', at: [1150, -50], config: { mode: 'first' } },
    message: { type: 'output', label: 'Message', at: [1400, -38], config: { name: 'message' } },
    record: { type: 'output', label: 'Record', at: [1150, 150], config: { name: 'record' } },
  },
  edges: [
    'versions:value compare:data',
    'compare:result review:changes',
    'review:all_accepted all:trigger',
    'review:changed some:trigger',
    'versions:value update:record',
    'review:accepted update:accepted',
    'all:output either:a',
    'some:output either:b',
    'either:merged message:value',
    'update:record record:value',
  ],
}
