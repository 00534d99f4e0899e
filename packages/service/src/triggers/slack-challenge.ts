/** Slack asks once whether an address belongs to the owner of an app: the response repeats the challenge. */
import { isObject } from '@millrace/model'
import { type TextAnswer, text } from '../http/reply.ts'

/** The response to the question; undefined for every other call. The call is signed, so only Slack gets it. */
export function slackChallenge(body: unknown): TextAnswer | undefined {
  if (!isObject(body) || body.type !== 'url_verification' || typeof body.challenge !== 'string') return undefined
  return text('text/plain; charset=utf-8', body.challenge, {
    status: 200,
    headers: { 'content-security-policy': "sandbox; default-src 'none'" },
    isOwn: true,
  })
}
