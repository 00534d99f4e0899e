/** The body of every error reply. */
import { type Static, Type } from '../schema.ts'

export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What went wrong, for people.' }),
    code: Type.String({ description: 'What went wrong, for programs.' }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.String(),
          message: Type.String(),
          path: Type.String({ description: 'JSON pointer into the body, or the name of the parameter.' }),
        }),
      ),
    ),
  },
  { $id: 'ErrorBody' },
)
export type ErrorBody = Static<typeof ErrorBody>
