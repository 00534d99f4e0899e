/** How a CSV text is written. */
import { Type } from '@millrace/model'

export const csvFields = {
  delimiter: Type.Optional(
    Type.String({
      title: 'Delimiter',
      description: 'Between two values. \\t stands for a tab.',
      default: ',',
      minLength: 1,
      maxLength: 2,
    }),
  ),
  header: Type.Optional(
    Type.Boolean({ title: 'First line is a header', description: 'It names the columns.', default: true }),
  ),
}
