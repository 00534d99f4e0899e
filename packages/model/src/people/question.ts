/** Questions of nodes to people, and their answers. Keys of `config` are those of the wire. */

import { type Static, Type } from '../schema.ts'
import type { DismissReason } from '../statuses.ts'

export const QUESTION_TYPES = ['confirmation', 'choice', 'text', 'form', 'review'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

const Message = Type.String({ minLength: 1, description: 'What the person reads.' })
const Label = Type.Optional(Type.String())

/** The config of each type besides its message. */
export const QUESTION_CONFIGS = {
  confirmation: Type.Object({
    message: Message,
    confirm_label: Label,
    cancel_label: Label,
    approvals: Type.Optional(Type.Integer({ minimum: 1, description: 'How many different people have to say yes.' })),
    approvers: Type.Optional(
      Type.Array(Type.String(), { description: 'Who may answer, by id, e-mail address or name; if absent, anybody.' }),
    ),
  }),
  choice: Type.Object({
    message: Message,
    options: Type.Array(
      Type.Object({ value: Type.String(), label: Type.String(), description: Type.Optional(Type.String()) }),
      { minItems: 1 },
    ),
    multiple: Type.Optional(Type.Boolean()),
    min_selections: Type.Optional(Type.Integer({ minimum: 0 })),
    max_selections: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  text: Type.Object({
    message: Message,
    placeholder: Type.Optional(Type.String()),
    multiline: Type.Optional(Type.Boolean()),
    min_length: Type.Optional(Type.Integer({ minimum: 0 })),
    max_length: Type.Optional(Type.Integer({ minimum: 1 })),
    default_value: Type.Optional(Type.String()),
  }),
  form: Type.Object({
    message: Message,
    schema: Type.Record(Type.Any(), { description: 'One property a field.' }),
    default_values: Type.Optional(Type.Record(Type.Any())),
  }),
  review: Type.Object({
    message: Message,
    changes: Type.Array(
      Type.Object({ field: Type.String(), label: Type.String(), original: Type.Any(), proposed: Type.Any() }),
      { minItems: 1 },
    ),
    accept_all_label: Label,
    reject_all_label: Label,
    submit_label: Label,
  }),
} as const

export type QuestionConfig<T extends QuestionType = QuestionType> = Static<(typeof QUESTION_CONFIGS)[T]>

/** A question as a node asks it. */
export interface Question<T extends QuestionType = QuestionType> {
  readonly type: T
  readonly config: QuestionConfig<T>
  /** Whether the person may dismiss it. */
  readonly allowCancel: boolean
  /** Milliseconds since the epoch; an unanswered question is closed then as if it had been dismissed. */
  readonly expiresAt?: number
}

/** One person's answer to a question. */
export interface Response {
  readonly value: unknown
  readonly by: Person
  readonly at: number
}

/** The person who answered or dismissed. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Of a person with an account: lists of approvers name people by it. */
  readonly email?: string | undefined
}

/** The result of a question, as the asking node receives it when it runs again. */
export type Reply =
  | { readonly status: 'answered'; readonly value: unknown; readonly responses: readonly Response[] }
  | { readonly status: DismissReason; readonly by?: Person }
