import { Type } from '@millrace/model'

/** A path inside the service's files folder; paths outside it are rejected. */
export const filePath = Type.Optional(
  Type.String({
    title: 'Path',
    description: 'Relative to the files folder of the service. Used if no path is connected.',
    maxLength: 1000,
    placeholder: 'reports/today.txt',
  }),
)
