/** Renders the Markdown of a page: headings with anchors, highlighted code, and links that lead to pages of the site. */
import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Marked, Renderer, type Tokens } from 'marked'
import { highlighted } from './highlight.ts'
import { escaped, plainText, shortened } from './html.ts'
import type { Page } from './pages.ts'

export interface Heading {
  readonly id: string
  readonly depth: number
  readonly text: string
}

export interface RenderedPage {
  readonly page: Page
  readonly title: string
  readonly description: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** Paths in the repository of the images that the page shows. */
  readonly images: readonly string[]
}

export interface Targets {
  /** Paths in the site, by path in the repository. */
  readonly outputs: ReadonlyMap<string, string>
  /** The address of the repository's files, such as `https://example.com/millrace/blob/main/`; undefined for none. */
  readonly files: string | undefined
}

const MAX_DESCRIPTION = 160
const LONG_CODE = 30

export function renderPage(page: Page, targets: Targets): RenderedPage {
  const headings: Heading[] = []
  const images: string[] = []
  const marked = new Marked({ renderer: rendererOf(page, { targets, headings, images }) })
  const html = marked.parse(page.markdown, { async: false })
  const [first] = marked.lexer(page.markdown).filter((token) => token.type === 'paragraph')
  const intro = first === undefined ? '' : plainText(marked.parser([first]))
  return {
    page,
    title: headings[0]?.text ?? page.label,
    description: shortened(intro, MAX_DESCRIPTION),
    html,
    headings,
    images,
  }
}

interface Found {
  readonly targets: Targets
  readonly headings: Heading[]
  readonly images: string[]
}

function rendererOf(page: Page, { targets, headings, images }: Found): Partial<Renderer> {
  // The anchors of GitHub, so that links work in the repository and in the site.
  const slugger = new GithubSlugger()
  return {
    heading(this: Renderer, { tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const text = plainText(html)
      const id = slugger.slug(text)
      headings.push({ id, depth, text })
      if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`
      const anchor = `<a class="anchor" href="#${id}" aria-label="Link to: ${escaped(text)}">#</a>`
      return `<h${depth} id="${id}">${html} ${anchor}</h${depth}>\n`
    },
    // May be broken anywhere; shorter names are not, so that they can be read in narrow columns.
    codespan: ({ text }) => `<code${text.length > LONG_CODE ? ' class="long"' : ''}>${escaped(text)}</code>`,
    code: ({ text, lang }) => codeBlock(text, lang ?? ''),
    link(this: Renderer, { href, tokens }) {
      return linkTo(href, this.parser.parseInline(tokens), { page, targets })
    },
    image({ href, text }) {
      const source = fromRoot(page, href)
      images.push(source)
      const place = posix.relative(posix.dirname(page.output), imageOutput(source))
      return `<img src="${escaped(place)}" alt="${escaped(text)}" loading="lazy">`
    },
    table(this: Renderer, token: Tokens.Table) {
      return `<div class="table">${Renderer.prototype.table.call(this, token)}</div>\n`
    },
  }
}

/** Where an image is in the site. */
export const imageOutput = (source: string): string => source.replace(/^docs\//, '')

/** The rest of the info string names the test that runs the block; readers do not need it. */
function codeBlock(text: string, info: string): string {
  const [language = ''] = info.split(' ')
  const html = highlighted(text, language)
  return `<div class="code"><pre data-language="${escaped(language)}"><code>${html}</code></pre></div>\n`
}

function linkTo(href: string, html: string, { page, targets }: { page: Page; targets: Targets }): string {
  if (/^[a-z]+:/.test(href)) return `<a href="${escaped(href)}" rel="noopener">${html}</a>`
  const [path = '', anchor] = href.split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (path === '') return `<a href="${escaped(hash)}">${html}</a>`
  const source = fromRoot(page, path)
  const output = targets.outputs.get(source)
  if (output !== undefined) {
    const place = posix.relative(posix.dirname(page.output), output) || posix.basename(output)
    return `<a href="${escaped(place + hash)}">${html}</a>`
  }
  if (targets.files === undefined)
    return `<span class="file" title="In the repository: ${escaped(source)}">${html}</span>`
  return `<a href="${escaped(new URL(source, targets.files).href + hash)}" rel="noopener">${html}</a>`
}

function fromRoot(page: Page, path: string): string {
  return posix.join(posix.dirname(page.source), path)
}
