/**
 * Markdown that may not be loaded yet. Until then the text is rendered invisibly, so that users do not see raw marks
 * and the layout does not jump. Once loaded, it renders synchronously.
 */
import { type ComponentType, useEffect, useState } from 'react'

type MarkdownView = ComponentType<{ readonly text: string }>

let loaded: MarkdownView | undefined
let loading: Promise<MarkdownView> | undefined

/** Preloads the Markdown renderer. */
export function loadMarkdown(): Promise<MarkdownView> {
  loading ??= import('./markdown.tsx').then(
    ({ Markdown }) => {
      loaded = Markdown
      return Markdown
    },
    (error: unknown) => {
      // Retry next time: the network may be back.
      loading = undefined
      throw error
    },
  )
  return loading
}

export function LazyMarkdown({ text }: { readonly text: string }) {
  const [View, setView] = useState<MarkdownView | undefined>(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (View !== undefined) return
    let isGone = false
    loadMarkdown().then(
      (found) => !isGone && setView(() => found),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [View])
  if (View !== undefined) return <View text={text} />
  return <p className={hasFailed ? 'mr-markdown' : 'mr-markdown mr-markdown--waiting'}>{text}</p>
}
