import { isObject } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { CopyButton } from '../ui/copy-button.tsx'

interface FailedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** Length of the whole body, if it was cut. */
  readonly total: number | undefined
}

/** The response in the details of an error. */
function responseIn(details: unknown): FailedResponse | undefined {
  const response = isObject(details) ? details.response : undefined
  if (!isObject(response) || typeof response.status !== 'number') return undefined
  const { status, headers, body, body_characters: total } = response
  return {
    status,
    headers: isObject(headers) ? headers : {},
    body: typeof body === 'string' ? body : '',
    total: typeof total === 'number' ? total : undefined,
  }
}

/** Status, headers and body of the response that made a step fail. */
export function ErrorResponse({ details }: { details: unknown }) {
  const t = useText()
  const response = responseIn(details)
  if (response === undefined) return null
  const { status, body, total } = response
  const headers = Object.entries(response.headers)
  return (
    <section className="mr-error-response" aria-label={t.runOverlay.response}>
      <div className="mr-error-note__head">
        <strong>{t.runOverlay.response}</strong>
        <span>{t.runOverlay.httpStatus(status)}</span>
        <span className="mr-grow" />
        {body !== '' && <CopyButton text={body} />}
      </div>
      {body === '' ? (
        <p className="mr-muted">{t.runOverlay.emptyBody}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be focusable by keyboard
        <pre className="mr-error-response__body mr-scroll mr-mono" tabIndex={0}>
          {body}
        </pre>
      )}
      {total !== undefined && <p className="mr-muted">{t.runOverlay.cutBody(body.length, total)}</p>}
      {headers.length > 0 && (
        <details>
          <summary>{t.runOverlay.headers(headers.length)}</summary>
          <pre className="mr-error-response__body mr-scroll mr-mono">
            {headers.map(([name, value]) => `${name}: ${String(value)}`).join('\n')}
          </pre>
        </details>
      )}
    </section>
  )
}
