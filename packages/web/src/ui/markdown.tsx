/** Markdown as sanitized HTML. Loaded on demand: the parser and the sanitizer are large. */
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
 * Removes inline event handlers before sanitizing. The sanitizer would remove them too, but the browser logs a
 * violation for each while parsing.
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
 * Links open in a new tab. Set while the sanitizer processes elements: in the final text, what looks like a link may be
 * the value of an attribute, and changing it could break out of that value.
 */
const cleaner = DOMPurify()
cleaner.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

/** The language of a code block, for its colours. */
cleaner.addHook('uponSanitizeAttribute', (element, attribute) => {
  const isLanguage = element.tagName === 'CODE' && attribute.attrName === 'class'
  if (isLanguage && /^language-[\w+#-]{1,30}$/.test(attribute.attrValue)) attribute.forceKeepAttr = true
})

/** The text as HTML without active or external content: no scripts, forms or remote images. */
export function cleanHtml(text: string): string {
  return cleaner.sanitize(markdown.parse(text, { async: false }), CLEAN)
}

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => cleanHtml(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div className="mr-markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
