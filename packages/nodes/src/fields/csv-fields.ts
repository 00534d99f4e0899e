/** CSV format settings. */
import { Type } from '@millrace/model'

export const csvFields = {
  delimiter: Type.Optional(
    Type.String({
      title: 'Delimiter',
      description: 'Separates values. Use \\t for a tab.',
      default: ',',
      minLength: 1,
      maxLength: 2,
    }),
  ),
  header: Type.Optional(
    Type.Boolean({ title: 'Header row', description: 'The first row contains the column names.', default: true }),
  ),
}
