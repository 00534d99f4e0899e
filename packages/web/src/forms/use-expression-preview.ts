import type { ExpressionPreviewRequest, Static } from '@millrace/model'
import { useEffect, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'

export type Preview =
  | { readonly state: 'none' | 'noData' | 'tooLong' | 'offline' }
  | { readonly state: 'value'; readonly value: unknown; readonly missing: readonly string[] }
  | { readonly state: 'error'; readonly message: string; readonly position: number | undefined }

/** What to evaluate, or why there is no result. */
export type PreviewRequest = Static<typeof ExpressionPreviewRequest> | { readonly state: 'none' | 'noData' | 'tooLong' }

const DEBOUNCE_MS = 250
const NONE: Preview = { state: 'none' }

/** The result of a text with the sample data, computed by the service. A change aborts the request before it. */
export function useExpressionPreview(client: Client | undefined, request: PreviewRequest): Preview {
  const [preview, setPreview] = useState<Preview>(NONE)
  const latest = useRef(request)
  latest.current = request
  // Edits of other settings make new objects with the same content.
  const content = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is that of the request
  useEffect(() => {
    const request = latest.current
    if ('state' in request || client === undefined) {
      setPreview('state' in request ? request : NONE)
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      client.previewExpression({ body: request }, { signal: abort.signal }).then(
        ({ value, missing = [], error }) =>
          setPreview(
            error === undefined
              ? { state: 'value', value: value ?? null, missing }
              : { state: 'error', message: error.message, position: error.position },
          ),
        () => abort.signal.aborted || setPreview({ state: 'offline' }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, content])
  return preview
}

/** The position of an error in the text. */
export function errorPosition(preview: Preview): number | undefined {
  return preview.state === 'error' ? preview.position : undefined
}
