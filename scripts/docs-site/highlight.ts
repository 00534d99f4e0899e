/** Highlights code while the site is built. Classes instead of colors: the policy of the page allows no inline styles. */
import { createRequire } from 'node:module'
import { escaped } from './html.ts'

interface Highlighter {
  getLanguage(name: string): object | undefined
  registerLanguage(name: string, language: unknown): void
  highlight(code: string, options: { readonly language: string }): { readonly value: string }
}

// Required with a type of our own: the types of the package add those of browsers to all of our sources.
const require = createRequire(import.meta.url)
const highlighter: Highlighter = require('highlight.js/lib/common')
highlighter.registerLanguage('nginx', require('highlight.js/lib/languages/nginx'))

export function highlighted(code: string, language: string): string {
  if (highlighter.getLanguage(language) === undefined) return escaped(code)
  return highlighter.highlight(code, { language }).value
}
