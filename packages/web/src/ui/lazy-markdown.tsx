/**
 * Markdown where it may not have been loaded yet. Until it is, the text holds its place unseen: nobody is shown the marks
 * of a text that is drawn a moment later. Once loaded it is drawn at once, without a moment in between.
 */
import { type ComponentType, useEffect, useState } from 'react'

type MarkdownView = ComponentType<{ readonly text: string }>

let loaded: MarkdownView | undefined
let loading: Promise<MarkdownView> | undefined

/** Starts to load what draws Markdown, for whoever knows that it will be needed. */
export function loadMarkdown(): Promise<MarkdownView> {
  loading ??= import('./markdown.tsx').then(
    ({ Markdown }) => {
      loaded = Markdown
      return Markdown
    },
    (error: unknown) => {
      // Asked again the next time: the network may be back.
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
