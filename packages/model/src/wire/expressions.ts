/** The preview of a setting with expressions, or of a text in the language of its node. */
import { MAX_EXPRESSION_TEXT } from '../expressions/expression-text.ts'
import { AnyObject, type Static, Type } from '../schema.ts'

export const PREVIEW_KINDS = ['setting', 'expression', 'template'] as const

export const ExpressionPreviewRequest = Type.Object({
  kind: Type.Optional(
    Type.Enum(PREVIEW_KINDS, {
      default: 'setting',
      description:
        'The language of the text: `setting` is text with JSONata in double braces, evaluated over `scope`; `expression` ' +
        'is JSONata and `template` is Liquid, both evaluated over `data`.',
    }),
  ),
  text: Type.String({ maxLength: MAX_EXPRESSION_TEXT }),
  data: Type.Optional(
    Type.Any({ description: 'What an expression is evaluated over, or the variables of a template by name.' }),
  ),
  strict: Type.Optional(Type.Boolean({ description: 'Missing variables of a template are an error.', default: false })),
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

/** The value that the text has in a run, or why there is none. */
export const ExpressionPreview = Type.Object(
  {
    value: Type.Optional(Type.Any()),
    missing: Type.Optional(
      Type.Array(Type.String(), { description: 'The variables of a template that have no value, if there are any.' }),
    ),
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
