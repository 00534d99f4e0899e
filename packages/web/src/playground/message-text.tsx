import { lazy, Suspense } from 'react'

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }))

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
