/** The HTML around a page: header, navigation, table of contents, and links to the pages before and after it. */
import { posix } from 'node:path'
import { escaped } from './html.ts'
import type { Page } from './pages.ts'
import type { Heading, RenderedPage } from './render.ts'

export interface Frame {
  readonly pages: readonly Page[]
  /** Files of the site by purpose, such as `assets/site-0a1b2c3d.css`. */
  readonly assets: Readonly<Record<'style' | 'theme' | 'script' | 'search' | 'icon', string>>
  /** Where the site is published; undefined if a service serves it. */
  readonly url: string | undefined
}

const NAME = 'Millrace guide'
/** The depth of headings in the table of contents. */
const CONTENTS_DEPTH = [2, 3]

export function pageHtml(rendered: RenderedPage, frame: Frame): string {
  const { page, title, description, html } = rendered
  const root = posix.relative(posix.dirname(page.output), '') || '.'
  const isIndex = frame.pages[0] === page
  const canonical =
    frame.url === undefined ? '' : `\n<link rel="canonical" href="${escaped(new URL(page.output, frame.url).href)}">`
  return `<!doctype html>
<html lang="en" data-root="${root}" data-search="${frame.assets.search}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isIndex ? NAME : `${escaped(title)} · ${NAME}`}</title>
<meta name="description" content="${escaped(description)}">${canonical}
<link rel="icon" type="image/svg+xml" href="${root}/${frame.assets.icon}">
<link rel="stylesheet" href="${root}/${frame.assets.style}">
<script src="${root}/${frame.assets.theme}"></script>
<script src="${root}/${frame.assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${header(root, frame)}
<div class="columns">
<nav class="sidebar" id="sidebar" aria-label="Pages">
${navigation(page, frame.pages)}</nav>
${contents(rendered.headings)}<main id="content" tabindex="-1">
<article>
${page.section === '' ? '' : `<p class="section">${escaped(page.section)}</p>\n`}${html}</article>
${neighbours(page, frame.pages)}</main>
</div>
</body>
</html>
`
}

function header(root: string, { url, assets }: Frame): string {
  // Relative to /docs/guide/ of a service, which may be below a path itself.
  const links = url === undefined ? `<a href="${root}/../../docs">API</a><a href="${root}/../../">Editor</a>` : ''
  return `<header>
<button type="button" class="menu needs-script" aria-controls="sidebar" aria-expanded="false">Menu</button>
<a class="home" href="${root}/index.html"><img src="${root}/${assets.icon}" alt="" width="24" height="24"><span>${NAME}</span></a>
<button type="button" class="search needs-script" aria-haspopup="dialog">Search <kbd>/</kbd></button>
<div class="links">${links}<button type="button" class="theme needs-script"><span aria-hidden="true">◐</span> <span>Theme</span></button></div>
</header>`
}

function navigation(current: Page, pages: readonly Page[]): string {
  const sections = [...Map.groupBy(pages, ({ section }) => section)]
  return sections
    .map(([section, members]) => {
      const heading = section === '' ? '' : `<h2>${escaped(section)}</h2>\n`
      return `${heading}<ul>\n${members.map((page) => entry(page, current, pages)).join('')}</ul>\n`
    })
    .join('')
}

/** Pages of node types are listed only below the page that lists them, and only while one of them is shown. */
function entry(page: Page, current: Page, pages: readonly Page[]): string {
  if (page.group !== undefined) return ''
  const isList = pages[pages.indexOf(page) + 1]?.group !== undefined
  const isOpen = isList && (current === page || current.group !== undefined)
  return `<li>${navLink(page, current)}${isOpen ? groups(current, pages) : ''}</li>\n`
}

function groups(current: Page, pages: readonly Page[]): string {
  const members = pages.filter(({ group }) => group !== undefined)
  const lists = [...Map.groupBy(members, ({ group }) => group)].map(([group = '', some]) => {
    const items = some.map((page) => `<li>${navLink(page, current)}</li>\n`).join('')
    const isOpen = current.group === group ? ' open' : ''
    return `<li><details${isOpen}><summary>${escaped(group)}</summary><ul>\n${items}</ul></details></li>\n`
  })
  return `<ul>\n${lists.join('')}</ul>`
}

function navLink(page: Page, current: Page): string {
  return `<a href="${between(current, page)}"${page === current ? ' aria-current="page"' : ''}>${escaped(page.label)}</a>`
}

function neighbours(page: Page, pages: readonly Page[]): string {
  const at = pages.indexOf(page)
  const link = (to: Page | undefined, rel: string, word: string) =>
    to === undefined ? '' : `<a rel="${rel}" href="${between(page, to)}"><span>${word}</span>${escaped(to.label)}</a>`
  const links = [link(pages[at - 1], 'prev', 'Previous'), link(pages[at + 1], 'next', 'Next')]
  return `<nav class="neighbours" aria-label="Previous and next page">${links.join('')}</nav>\n`
}

function contents(headings: readonly Heading[]): string {
  const listed = headings.filter(({ depth }) => CONTENTS_DEPTH.includes(depth))
  if (listed.length < 2) return ''
  const items = listed.map(
    ({ id, depth, text }) => `<li class="depth-${depth}"><a href="#${id}">${escaped(text)}</a></li>\n`,
  )
  return `<nav class="contents" aria-labelledby="contents-title">
<details open><summary id="contents-title">On this page</summary>
<ul>
${items.join('')}</ul></details></nav>
`
}

function between(from: Page, to: Page): string {
  return posix.relative(posix.dirname(from.output), to.output) || posix.basename(to.output)
}
