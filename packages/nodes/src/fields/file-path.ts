import { Type } from '@millrace/model'

/** A place in the service's files folder; nothing outside of it can be named. */
export const filePath = Type.Optional(
  Type.String({
    title: 'Path',
    description: 'Inside the files folder of the service. Used when none is connected.',
    maxLength: 1000,
    placeholder: 'reports/today.txt',
  }),
)
