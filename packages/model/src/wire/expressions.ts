/** The preview of a setting that is an expression. */
import { MAX_EXPRESSION_TEXT } from '../expressions/expression-text.ts'
import { AnyObject, type Static, Type } from '../schema.ts'

export const ExpressionPreviewRequest = Type.Object({
  text: Type.String({ maxLength: MAX_EXPRESSION_TEXT, description: 'A text with expressions in double braces.' }),
  scope: Type.Optional(
    Type.Object({
      inputs: Type.Optional(Type.Record(Type.Any(), { description: 'The inputs of the node, by port.' })),
      nodes: Type.Optional(
        Type.Record(AnyObject, { description: 'The outputs of other nodes, by id or machine name of the label.' }),
      ),
      launch: Type.Optional(Type.Record(Type.Any(), { description: 'The launch inputs.' })),
      execution: Type.Optional(AnyObject),
      workflow: Type.Optional(AnyObject),
    }),
  ),
})

/** The value that the setting would have, or why there is none. */
export const ExpressionPreview = Type.Object(
  {
    value: Type.Optional(Type.Any()),
    error: Type.Optional(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        position: Type.Optional(Type.Integer({ description: 'Index of a character in the text, from 0.' })),
      }),
    ),
  },
  { $id: 'ExpressionPreview' },
)
export type ExpressionPreview = Static<typeof ExpressionPreview>
