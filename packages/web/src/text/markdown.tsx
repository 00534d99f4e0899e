/** Markdown as clean HTML. Loaded when something has to be shown: the parser and the cleaner are not small. */
import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'

const CLEAN = {
  FORBID_TAGS: ['style', 'form', 'input', 'textarea', 'select', 'button', 'iframe', 'img', 'video', 'audio'],
  FORBID_ATTR: ['style', 'id', 'class'],
}

/** The text as HTML without anything that acts or loads: no script, no form, no picture from elsewhere. */
export function cleanHtml(text: string): string {
  const html = DOMPurify.sanitize(marked.parse(text, { async: false, gfm: true, breaks: true }), CLEAN)
  return html.replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer" ')
}

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => cleanHtml(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above
  return <div className="mr-markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
