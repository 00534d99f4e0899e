/** Ports that a person adds to one node, as fields of its form. */
import { choice, DATA_TYPES, type Keywords, Type } from '@millrace/model'

const Port = Type.Object({
  name: Type.String({
    title: 'Name',
    description: 'Used in connections, templates and code.',
    // The characters that Agent Spec refuses in titles, so that no port has to be renamed on export.
    pattern: '^[^\\s.,{}\'"]+$',
    maxLength: 100,
  }),
  label: Type.Optional(Type.String({ title: 'Label', maxLength: 200 })),
  description: Type.Optional(Type.String({ title: 'Description', maxLength: 1000 })),
  dataType: choice(
    DATA_TYPES.map((type) => type.id),
    { title: 'Type', default: 'mixed' },
  ),
  required: Type.Optional(Type.Boolean({ title: 'Required', default: false })),
})

const MAX_PORTS = 100

/** Inputs added by hand. */
export function dynamicInputs(keywords: Keywords = {}) {
  return Type.Optional(Type.Array(Port, { title: 'More inputs', maxItems: MAX_PORTS, ...keywords }))
}

/** Outputs added by hand. */
export function dynamicOutputs(keywords: Keywords = {}) {
  return Type.Optional(Type.Array(Port, { title: 'More outputs', maxItems: MAX_PORTS, ...keywords }))
}
