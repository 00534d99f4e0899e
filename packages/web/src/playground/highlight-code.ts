/** Colours code blocks of messages. Loaded with the first block that has a known language. */
import { javascriptLanguage, jsxLanguage, tsxLanguage, typescriptLanguage } from '@codemirror/lang-javascript'
import { jsonLanguage } from '@codemirror/lang-json'
import { StreamLanguage } from '@codemirror/language'
import { c, cpp, csharp, java, kotlin } from '@codemirror/legacy-modes/mode/clike'
import { css } from '@codemirror/legacy-modes/mode/css'
import { go } from '@codemirror/legacy-modes/mode/go'
import { python } from '@codemirror/legacy-modes/mode/python'
import { ruby } from '@codemirror/legacy-modes/mode/ruby'
import { rust } from '@codemirror/legacy-modes/mode/rust'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { standardSQL } from '@codemirror/legacy-modes/mode/sql'
import { html, xml } from '@codemirror/legacy-modes/mode/xml'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import type { Parser } from '@lezer/common'
import { classHighlighter, highlightCode } from '@lezer/highlight'

const PARSERS: Readonly<Record<string, () => Parser>> = {
  javascript: () => javascriptLanguage.parser,
  jsx: () => jsxLanguage.parser,
  typescript: () => typescriptLanguage.parser,
  tsx: () => tsxLanguage.parser,
  json: () => jsonLanguage.parser,
  c: streamed(c),
  'c++': streamed(cpp),
  'c#': streamed(csharp),
  java: streamed(java),
  kotlin: streamed(kotlin),
  css: streamed(css),
  go: streamed(go),
  python: streamed(python),
  ruby: streamed(ruby),
  rust: streamed(rust),
  shell: streamed(shell),
  sql: streamed(standardSQL),
  html: streamed(html),
  xml: streamed(xml),
  yaml: streamed(yaml),
}

const ALIASES: Readonly<Record<string, string>> = {
  ...{ js: 'javascript', mjs: 'javascript', ts: 'typescript', py: 'python', rb: 'ruby', rs: 'rust', kt: 'kotlin' },
  ...{ bash: 'shell', sh: 'shell', zsh: 'shell', console: 'shell', yml: 'yaml', cpp: 'c++', cs: 'c#', csharp: 'c#' },
  ...{ jsonc: 'json', golang: 'go', svg: 'xml', postgresql: 'sql', sqlite: 'sql' },
}

/** Longer blocks stay plain: parsing them would delay the page. */
const MAX_CHARACTERS = 50_000

function streamed(mode: Parameters<typeof StreamLanguage.define>[0]): () => Parser {
  let language: StreamLanguage<unknown> | undefined
  return () => {
    language ??= StreamLanguage.define(mode)
    return language.parser
  }
}

/** The language of a code block by the name in its fence; undefined if it is unknown. */
function parserFor(name: string): Parser | undefined {
  const wanted = name.toLowerCase()
  const known = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : wanted
  return known !== undefined && Object.hasOwn(PARSERS, known) ? PARSERS[known]?.() : undefined
}

/** The parts of a code text with the classes of their colours; undefined if the language is unknown. */
export function codeParts(code: string, language: string): readonly CodePart[] | undefined {
  const parser = code.length > MAX_CHARACTERS ? undefined : parserFor(language)
  if (parser === undefined) return undefined
  const parts: CodePart[] = []
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) => parts.push({ text, classes }),
    () => parts.push({ text: '\n', classes: '' }),
  )
  return parts
}

export interface CodePart {
  readonly text: string
  readonly classes: string
}

/** Colours a code element. Its text stays the same. */
export function highlight(element: HTMLElement, language: string): void {
  const parts = codeParts(element.textContent ?? '', language)
  if (parts === undefined) return
  element.replaceChildren(
    ...parts.map(({ text, classes }) => {
      if (classes === '') return document.createTextNode(text)
      const span = document.createElement('span')
      span.className = classes
      span.textContent = text
      return span
    }),
  )
}
