import { isObject } from '@millrace/model'
import { loadMessages } from '../i18n/messages.ts'
import type { Texts } from '../i18n/texts.ts'

/** An error response with its messages in the language of the page. Other responses stay as they are. */
export async function translatedError(response: Response, text: () => Texts): Promise<Response> {
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  if (response.ok || !isJson) return response
  await loadMessages(text().tag)
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!isObject(body)) return response
  const { message: translate } = text()
  const { error, details } = body
  const translated = {
    ...body,
    ...(typeof error === 'string' ? { error: translate(error) } : {}),
    ...(Array.isArray(details) ? { details: details.map((one: unknown) => withMessage(one, translate)) } : {}),
  }
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(translated), { status, statusText, headers })
}

function withMessage(detail: unknown, translate: (message: string) => string): unknown {
  if (!isObject(detail) || typeof detail.message !== 'string') return detail
  return { ...detail, message: translate(detail.message) }
}
