/** Markdown as clean HTML. Loaded when something has to be shown: the parser and the cleaner are not small. */
import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { useMemo } from 'react'

const CLEAN = {
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'textarea',
    'select',
    'button',
    'iframe',
    'img',
    'video',
    'audio',
    'svg',
    'math',
  ],
  FORBID_ATTR: ['style', 'id', 'class'],
}

/**
 * Handlers in HTML that somebody wrote are dropped before the cleaner sees them. It would drop them too, but the browser
 * complains of each already when the text is read.
 */
const markdown = new Marked({
  gfm: true,
  breaks: true,
  walkTokens(token) {
    if (token.type !== 'html') return
    const text = token.text.replaceAll(/<[^>]*/g, (tag: string) =>
      tag.replaceAll(/([\s"'/])on\w+\s*=/gi, '$1data-off='),
    )
    token.text = text
  },
})

/**
 * Links open elsewhere. Set while the cleaner has elements in its hands: in the finished text, what looks like a link may
 * be the value of an attribute, and changing it there would let that value out.
 */
const cleaner = DOMPurify()
cleaner.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

/** The text as HTML without anything that acts or loads: no script, no form, no picture from elsewhere. */
export function cleanHtml(text: string): string {
  return cleaner.sanitize(markdown.parse(text, { async: false }), CLEAN)
}

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => cleanHtml(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above
  return <div className="mr-markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
