/** Config fields for ports that a user adds to a node. */
import { choice, DATA_TYPES, type Keywords, Type } from '@millrace/model'

const Port = Type.Object({
  name: Type.String({
    title: 'Name',
    description: 'Used in connections, templates and code.',
    // Excludes the characters that Agent Spec forbids in titles, so that export never has to rename a port.
    pattern: '^[^\\s.,{}\'"]+$',
    maxLength: 100,
  }),
  label: Type.Optional(Type.String({ title: 'Label', maxLength: 200 })),
  description: Type.Optional(Type.String({ title: 'Description', maxLength: 1000 })),
  dataType: choice(
    DATA_TYPES.map((type) => type.id),
    {
      title: 'Type',
      default: 'mixed',
      'x-suggestions': DATA_TYPES.map(({ id, name, description }) => ({ value: id, label: name, description })),
    },
  ),
  required: Type.Optional(Type.Boolean({ title: 'Required', default: false })),
})

const MAX_PORTS = 100

/** Inputs added by the user. */
export function dynamicInputs(keywords: Keywords = {}) {
  return Type.Optional(Type.Array(Port, { title: 'Additional inputs', maxItems: MAX_PORTS, ...keywords }))
}

/** Outputs added by the user. */
export function dynamicOutputs(keywords: Keywords = {}) {
  return Type.Optional(Type.Array(Port, { title: 'Additional outputs', maxItems: MAX_PORTS, ...keywords }))
}
