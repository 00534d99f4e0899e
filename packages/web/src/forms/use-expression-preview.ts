import { useEffect, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'
import { lacksData, type PreviewData, previewScope } from './expression-scope.ts'

export type Preview =
  | { readonly state: 'none' | 'noData' | 'offline' }
  | { readonly state: 'value'; readonly value: unknown }
  | { readonly state: 'error'; readonly message: string }

const DEBOUNCE_MS = 250

/** The result of a text with the sample data, computed by the service. A change aborts the request before it. */
export function useExpressionPreview(client: Client | undefined, text: string, data: PreviewData): Preview {
  const [preview, setPreview] = useState<Preview>({ state: 'none' })
  const latest = useRef(data)
  latest.current = data
  const isMissing = lacksData(text, data)
  const canPreview = client !== undefined && text.includes('{{')
  const { data: node, upstream } = data
  // biome-ignore lint/correctness/useExhaustiveDependencies: new sample data is a reason to compute the result again
  useEffect(() => {
    if (!canPreview || isMissing) {
      setPreview({ state: canPreview ? 'noData' : 'none' })
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      const body = { text, scope: previewScope(text, latest.current) }
      client.previewExpression({ body }, { signal: abort.signal }).then(
        ({ value, error }) =>
          setPreview(
            error === undefined ? { state: 'value', value: value ?? null } : { state: 'error', message: error.message },
          ),
        () => abort.signal.aborted || setPreview({ state: 'offline' }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, text, canPreview, isMissing, node, upstream])
  return preview
}
