/** Turns what a handler returned into the bytes of its route's reply form. */
import type { Route } from './define-route.ts'
import { Answer, Encoded, type Extras, envelopeText, JsonText, TextAnswer } from './reply.ts'

export interface Printed {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly extras: Extras
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The answer as it goes out. */
export function printed(route: Route, returned: unknown): Printed {
  if (returned instanceof TextAnswer) {
    return {
      status: returned.extras.status ?? route.status ?? 200,
      type: returned.type,
      body: returned.body,
      extras: returned.extras,
    }
  }
  const value = returned instanceof Answer ? returned.value : returned
  const extras = returned instanceof Answer ? returned.extras : {}
  const status = extras.status ?? route.status ?? 200
  return { status, type: JSON_TYPE, body: inForm(route, value, extras), extras }
}

function inForm({ reply }: Route, value: unknown, extras: Extras): string | Uint8Array {
  if (value instanceof Encoded) return value.body
  const message = () => JSON.stringify(extras.message ?? reply.message)
  switch (reply.form) {
    case 'envelope':
      return envelopeText(
        json(value),
        extras.message ?? reply.message,
        reply.hasWarnings ? (extras.warnings ?? []) : undefined,
      )
    case 'done':
      return `{"success":true,"message":${message()}}`
    default:
      return json(value)
  }
}

function json(value: unknown): string {
  if (value instanceof JsonText) return value.text
  const text = JSON.stringify(value)
  if (text === undefined) throw new Error('a handler returned nothing where its route promises a value')
  return text
}
