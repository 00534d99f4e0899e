/** The answer to a question, formatted. */

import { isObject, type Question, type QuestionConfig, type QuestionType } from '@millrace/model'
import type { ReactNode } from 'react'
import { type FieldSchema, optionsOf, titleOf } from '../forms/field-schema.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Badge } from '../ui/small-parts.tsx'
import { formSchema } from './form-schema.ts'
import { ValueDifference, ValueText } from './value-difference.tsx'

type Shown = { readonly [T in QuestionType]: (config: QuestionConfig<T>, value: unknown, t: Texts) => ReactNode }

export function AnsweredValue({ type, config, value }: Pick<Question, 'type' | 'config'> & { value: unknown }) {
  const show = SHOWN[type] as (config: QuestionConfig, value: unknown, t: Texts) => ReactNode
  return show(config, value, useText())
}

const SHOWN: Shown = {
  confirmation: (config, value, t) =>
    value === true ? (
      <Badge tone="success" icon="mdi:check">
        {config.confirm_label || t.questions.yes}
      </Badge>
    ) : (
      <Badge tone="warning" icon="mdi:close">
        {config.cancel_label || t.questions.no}
      </Badge>
    ),
  choice: ({ options }, value) => {
    const picked = Array.isArray(value) ? value : [value]
    if (picked.length === 0) return <ValueText value={null} />
    return (
      <span className="mr-answer__picks">
        {picked.map((one) => (
          <Badge key={String(one)} tone="accent">
            {options.find((option) => option.value === one)?.label ?? String(one)}
          </Badge>
        ))}
      </span>
    )
  },
  text: (_, value) => (
    <blockquote className="mr-answer__text">
      <ValueText value={value} />
    </blockquote>
  ),
  form: ({ schema }, value) => {
    const fields = formSchema(schema).properties ?? {}
    const entries = Object.entries(isObject(value) ? value : {})
    if (entries.length === 0) return <ValueText value={null} />
    return (
      <dl className="mr-answer__fields">
        {entries.map(([key, one]) => (
          <div key={key}>
            <dt>{titleOf(key, fields[key] ?? {})}</dt>
            <dd>
              <ValueText value={labelled(fields[key] ?? {}, one)} />
            </dd>
          </div>
        ))}
      </dl>
    )
  },
  review: ({ changes }, value, t) => {
    const decisions = isObject(value) && isObject(value.decisions) ? value.decisions : {}
    return (
      <ul className="mr-bare mr-review mr-review--done">
        {changes.map(({ field, label, original }) => {
          const decision = decisions[field]
          const isAccepted = isObject(decision) && decision.accepted === true
          return (
            <li key={field} className="mr-review__change" data-state={isAccepted ? 'accepted' : 'rejected'}>
              <div className="mr-review__head">
                <span className="mr-review__label mr-clip">{label || field}</span>
                <span className="mr-grow" />
                <Badge tone={isAccepted ? 'success' : 'plain'}>
                  {isAccepted ? t.questions.accepted : t.questions.rejected}
                </Badge>
              </div>
              <div className="mr-review__value">
                {isAccepted ? (
                  <ValueDifference before={original} after={decision.value} />
                ) : (
                  <ValueText value={original} />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    )
  },
}

/** Options shown by their labels. */
function labelled(schema: FieldSchema, value: unknown): unknown {
  const options = optionsOf(schema)
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object') ? value.map((one) => label(one)).join(', ') : value
  return label(value)
  function label(one: unknown): unknown {
    return options.find((option) => option.value === one)?.label ?? one
  }
}
