/**
 * The pages of the documentation site. Sections and order are those of the links in docs/README.md, so the index in the
 * repository and the navigation of the site cannot differ. Pages for contributors are not part of the site.
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const INDEX = 'docs/README.md'
const NODES = 'docs/reference/nodes/README.md'
/** Sections of the index that are for contributors. */
const INTERNAL = ['Contributing']

export interface Page {
  /** Path in the repository, such as `docs/how-to/editor.md`. */
  readonly source: string
  /** Path in the site, such as `how-to/editor.html`. */
  readonly output: string
  /** Short name for the navigation. */
  readonly label: string
  readonly section: string
  /** The heading inside of the section; only pages of node types have one. */
  readonly group: string | undefined
  readonly markdown: string
}

/** All pages in reading order; the first one is the index. */
export function sitePages(): readonly Page[] {
  const index = withoutInternal(read(INDEX))
  const listed = linksBySection(index, INDEX).flatMap(({ heading, links }) =>
    links.flatMap(({ label, source }) => {
      const page = pageOf(label, source, heading)
      return source === NODES ? [page, ...nodePages(page)] : [page]
    }),
  )
  return [{ ...pageOf('Overview', INDEX, ''), markdown: index }, ...listed]
}

function nodePages({ section, markdown }: Page): readonly Page[] {
  return linksBySection(markdown, NODES)
    .filter(({ heading }) => heading !== '')
    .flatMap(({ heading, links }) =>
      links.map(({ label, source }) => ({ ...pageOf(label, source, section), group: heading })),
    )
}

function pageOf(label: string, source: string, section: string): Page {
  return { source, output: outputOf(source), label, section, group: undefined, markdown: read(source) }
}

/** `docs/scale.md` is outside of the folders because other documents name that path. */
function outputOf(source: string): string {
  if (source === 'docs/scale.md') return 'how-to/scale.html'
  const example = /^examples\/([\w-]+)\/README\.md$/.exec(source)?.[1]
  if (example !== undefined) return `examples/${example}.html`
  return source
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
}

interface Section {
  readonly heading: string
  readonly links: readonly { readonly label: string; readonly source: string }[]
}

/** The links to pages below each heading of the second level; those before the first heading have an empty one. */
function linksBySection(markdown: string, source: string): readonly Section[] {
  return sectionsOf(markdown).map(({ heading, text }) => ({
    heading,
    links: [...text.matchAll(/\[([^\]]+)\]\(([^)#:]+\.md)\)/g)].map(([, label = '', target = '']) => ({
      label: label.charAt(0).toUpperCase() + label.slice(1),
      source: posix.join(posix.dirname(source), target),
    })),
  }))
}

function sectionsOf(markdown: string): readonly { heading: string; text: string }[] {
  return markdown.split(/^(?=## )/m).map((text) => ({ heading: /^## (.+)$/m.exec(text)?.[1] ?? '', text }))
}

function withoutInternal(markdown: string): string {
  return sectionsOf(markdown)
    .filter(({ heading }) => !INTERNAL.includes(heading))
    .map(({ text }) => text)
    .join('')
}

function read(source: string): string {
  return readFileSync(join(ROOT, source), 'utf8')
}
