/** Markdown of a message, with colours and a copy button on every code block. Loaded on first use. */

import { useLayoutEffect, useRef } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Markdown } from '../ui/markdown.tsx'

export function RichText({ text }: { text: string }) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the text changes
  useLayoutEffect(() => {
    for (const block of ref.current?.querySelectorAll('pre') ?? []) addCopyButton(block, t.playground)
    const coloured = [...(ref.current?.querySelectorAll<HTMLElement>('pre > code[class*="language-"]') ?? [])]
    if (coloured.length === 0) return
    let isCurrent = true
    import('./highlight-code.ts').then(
      ({ highlight }) => {
        if (isCurrent) for (const code of coloured) highlight(code, languageOf(code))
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return (
    <div className="mr-rich" ref={ref}>
      <Markdown text={text} />
    </div>
  )
}

function languageOf({ className }: HTMLElement): string {
  return /(?:^|\s)language-(\S+)/.exec(className)?.[1] ?? ''
}

/** Without React: the HTML around it is set as one string. */
function addCopyButton(block: HTMLElement, { copy, copyCode, copied }: Texts['playground']): void {
  if (block.parentElement?.classList.contains('mr-copyable')) return
  const frame = document.createElement('div')
  frame.className = 'mr-copyable'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'mr-button mr-button--small mr-copyable__copy'
  button.textContent = copy
  button.setAttribute('aria-label', copyCode)
  button.addEventListener('click', () => {
    navigator.clipboard?.writeText(block.textContent ?? '').then(
      () => {
        button.textContent = copied
        setTimeout(() => {
          button.textContent = copy
        }, COPIED_MS)
      },
      () => undefined,
    )
  })
  block.tabIndex = 0
  block.replaceWith(frame)
  frame.append(block, button)
}

const COPIED_MS = 1500
