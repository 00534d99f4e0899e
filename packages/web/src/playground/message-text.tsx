import { lazy, Suspense } from 'react'

const load = async () => ({ default: (await import('./rich-text.tsx')).RichText })
const RichText = lazy(load)

/** Preloads the Markdown renderer, so that it is ready for the first answer. */
export function prepareMarkdown(): void {
  load().catch(() => undefined)
}

/** The text of a message in its format. */
export function MessageText({ text, format = 'markdown' }: { text: string; format?: unknown }) {
  if (format === 'plain' || format === 'text') return <div className="mr-plain">{text}</div>
  const source = format === 'json' ? `\`\`\`\`json\n${text}\n\`\`\`\`` : text
  return (
    <Suspense fallback={<div className="mr-plain">{text}</div>}>
      <RichText text={source} />
    </Suspense>
  )
}
