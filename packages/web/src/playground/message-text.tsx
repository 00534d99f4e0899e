import { lazyCode, useCode } from '../ui/lazy-code.ts'

const RICH_TEXT = lazyCode(() => import('./rich-text.tsx'))

/** Preloads the Markdown renderer, so that it is ready for the first answer. */
export function prepareMarkdown(): void {
  RICH_TEXT.load().catch(() => undefined)
}

/** The text of a message in its format. */
export function MessageText({ text, format = 'markdown' }: { text: string; format?: unknown }) {
  if (format === 'plain' || format === 'text') return <div className="mr-plain">{text}</div>
  const source = format === 'json' ? `\`\`\`\`json\n${text}\n\`\`\`\`` : text
  return <Rich source={source} text={text} />
}

function Rich({ source, text }: { source: string; text: string }) {
  const code = useCode(RICH_TEXT)
  return code === undefined ? <div className="mr-plain">{text}</div> : <code.RichText text={source} />
}
