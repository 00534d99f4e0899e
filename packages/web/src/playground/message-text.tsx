import { lazy, Suspense } from 'react'

const load = async () => ({ default: (await import('./rich-text.tsx')).RichText })
const RichText = lazy(load)

/** Begins to load what draws Markdown, so that it is there when the first answer comes. */
export function prepareMarkdown(): void {
  load().catch(() => undefined)
}

/** The text of a message in the form that it is written in. */
export function MessageText({ text, format = 'markdown' }: { text: string; format?: unknown }) {
  if (format === 'plain' || format === 'text') return <div className="mr-plain">{text}</div>
  const source = format === 'json' ? `\`\`\`\`json\n${text}\n\`\`\`\`` : text
  return (
    <Suspense fallback={<div className="mr-plain">{text}</div>}>
      <RichText text={source} />
    </Suspense>
  )
}
